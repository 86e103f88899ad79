// What the host and the shaders of the sort agree on. Read by C++ and by GLSL.
#ifndef VKSORT_INTERFACE_H
#define VKSORT_INTERFACE_H

// Descriptor set 0. Interleaved pairs are at the keys' binding; the host binds their range to both, since the shader
// names both.
#define VKSORT_BINDING_KEYS 0
#define VKSORT_BINDING_VALUES 1

// Specialization constants, all 32 bits.
#define VKSORT_SPEC_WORKGROUP 0    // invocations per workgroup, a power of two
#define VKSORT_SPEC_TILE_LOG2 1    // log2 of the keys that one workgroup holds in registers
#define VKSORT_SPEC_STRIDES 2      // global.comp: strides per pass; tile.comp: 0 sorts tiles, 1 merges tiles
#define VKSORT_SPEC_INTERLEAVED 3  // 1: {key, value} in one buffer; 2: {value, key}, that is, 64-bit keys
#define VKSORT_SPEC_TIES 4         // 1: equal keys are ordered by value
#define VKSORT_SPEC_SUBGROUP_LOG2 5  // log2 of the subgroup size, which must be full and fixed; 0: not known
#define VKSORT_SPEC_ROTATION 6  // subtracted from the order of each key, see key.glsl
#define VKSORT_SPEC_IOTA 7      // 1: the kernel makes up the values as it loads, each element's index in the range
#define VKSORT_SPEC_VALUE_FLIP 8  // the bits of a value to complement where those of the key are
#define VKSORT_SPEC_COUNT 9

#ifdef __cplusplus
#include <cstdint>
#define VKSORT_UINT std::uint32_t
namespace vksort {
#else
#define VKSORT_UINT uint
#endif

// 36 bytes of push constants (128 are guaranteed).
struct Push {
  VKSORT_UINT first_key;    // index of the range's first key in its binding, in elements
  VKSORT_UINT first_value;  // the same for values
  VKSORT_UINT count;        // elements in the range; nothing at or past it is read or written
  VKSORT_UINT window;       // global.comp: lowest index bit of the pass's strides
  VKSORT_UINT mirror;       // global.comp: 1 if the pass begins a merge stage, 0 if it continues one
  VKSORT_UINT load_mask;    // key bits <-> order, see key.glsl; all four are 0 between the first and the last pass
  VKSORT_UINT load_flip;
  VKSORT_UINT store_mask;
  VKSORT_UINT store_flip;
};

#ifdef __cplusplus
}  // namespace vksort
#endif

#endif
