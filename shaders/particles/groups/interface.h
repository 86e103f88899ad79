// What the sort of groups and its shaders agree on. Read by C++ and by GLSL.
// A buffer of segments: {first, count} of the elements of each place for a group, then the group that is drawn there.
#ifndef VKSORT_PARTICLES_GROUPS_INTERFACE_H
#define VKSORT_PARTICLES_GROUPS_INTERFACE_H

#include "../interface.h"

#ifdef __cplusplus
namespace particles::groups {
#endif

struct Push {
  vec4 depth_row;
  uint count;       // elements
  uint groups;
  uint size;        // elements of each group but the last
  uint last_place;  // where the last group is drawn
  uint arranged;    // 0: groups are drawn in their own order
};

#ifdef __cplusplus
}  // namespace particles::groups
#endif

#endif
