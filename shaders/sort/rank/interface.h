// What the host and the shaders of rank merge agree on, besides what all sorts do. Read by C++ and by GLSL.
#ifndef VKSORT_RANK_INTERFACE_H
#define VKSORT_RANK_INTERFACE_H

#include "../interface.h"

// Specialization constants of merge.comp, all 32 bits.
#define VKSORT_RANK_WORKGROUP 0    // invocations, at most as many as a tile has elements; each merges one element
#define VKSORT_RANK_TILE_LOG2 1    // log2 of the elements of a tile that is sorted
#define VKSORT_RANK_INTERLEAVED 2  // as VKSORT_SPEC_INTERLEAVED
#define VKSORT_RANK_TIES 3         // 1: second words order elements of different tiles that are equal but for them
#define VKSORT_RANK_SAMPLES 4      // of the largest number of tiles; as many words of shared memory
#define VKSORT_RANK_COUNT 5

// The scratch memory, in words from its begin: a copy of the elements in tiles, each of which is sorted, and the last
// filled up with the largest; all first words, as their order, and then all second ones. Then samples: the last first
// word of each 2^VKSORT_RANK_SAMPLE_LOG2 elements of the copy.
#define VKSORT_RANK_SAMPLE_LOG2 3

#ifdef __cplusplus
namespace vksort::rank {
#endif

// What follows Push.
struct RankPush {
  VKSORT_UINT converts;  // VKSORT_CONVERT_STORED, or 0
};

#ifdef __cplusplus
}  // namespace vksort::rank
#endif

#endif
