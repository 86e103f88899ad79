// What the sorts of one word for depth and index agree on with their shaders. Read by C++ and by GLSL.
// A word: the complement of the depth's step in the upper bits, the index in the lower ones, so that ascending words are
// far ones first, and equal steps in the order of the indices.
#ifndef VKSORT_PARTICLES_PACKED_H
#define VKSORT_PARTICLES_PACKED_H

#ifdef __cplusplus
#include "interface.h"
#include "vksort_packed.h"
namespace particles {
using VksortPacking = vksort::Packing;
#endif

struct PackPush {
  vec4 depth_row;
  VksortPacking packing;
  uint count;
  uint capacity;  // words; those past the count are behind all
  uint flags;     // PARTICLES_KEYS_REORDERED or 0
};

struct UnpackPush {
  uint count;
  uint index_bits;
};

#ifdef __cplusplus
}  // namespace particles
#endif

#endif
