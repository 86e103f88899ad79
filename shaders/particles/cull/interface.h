// What culling and its shaders agree on. Read by C++ and by GLSL.
#ifndef VKSORT_PARTICLES_CULL_INTERFACE_H
#define VKSORT_PARTICLES_CULL_INTERFACE_H

#include "../interface.h"

#ifdef __cplusplus
namespace particles::cull {
#endif

#define PARTICLES_CULL_EACH 8u  // elements of an invocation, one behind the other
#define PARTICLES_CULL_BLOCK (PARTICLES_CULL_EACH * PARTICLES_WORKGROUP)
#define PARTICLES_CULL_NEAR 0.2  // metres; what is nearer is not drawn

// An element at p, of the radius r, can be seen if, with x, y and z as of View's rows, in this order and without fused
// operations (as KeysPush's depth):
//   z > PARTICLES_CULL_NEAR, |x| * focal.x <= z + r * slack.x, |y| * focal.y <= z + r * slack.y
struct Push {
  vec4 right;
  vec4 up;
  vec4 forward;
  vec2 focal;  // both above 0
  vec2 slack;  // lengths of (1, focal): how far outside the frustum a ball of radius 1 may be
  uint count;
  uint blocks;
  uint vertices;  // of each element
};

#ifdef __cplusplus
}  // namespace particles::cull
#endif

#endif
