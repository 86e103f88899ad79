// Definitions that C++ and the shaders of rank merge share.
#ifndef VKSORT_RANK_INTERFACE_H
#define VKSORT_RANK_INTERFACE_H

#include "../interface.h"

// 32-bit specialization constants of merge.comp.
#define VKSORT_RANK_WORKGROUP 0    // invocations, at most one per element of a tile; each merges one element
#define VKSORT_RANK_TILE_LOG2 1    // log2 of the elements per sorted tile
#define VKSORT_RANK_INTERLEAVED 2  // same as VKSORT_SPEC_INTERLEAVED
#define VKSORT_RANK_TIES 3         // 1 if second words order elements of different tiles that have equal keys
#define VKSORT_RANK_SAMPLES 4      // samples of the maximum number of tiles, one word of shared memory each
#define VKSORT_RANK_COUNT 5

// Scratch memory contains a copy of the elements in sorted tiles, and then samples. The last tile is filled with the
// largest element. The copy stores all first words, converted to their order, and then all second words. A sample is
// the last first word of 2^VKSORT_RANK_SAMPLE_LOG2 elements.
#define VKSORT_RANK_SAMPLE_LOG2 3

#ifdef __cplusplus
namespace vksort::rank {
#endif

// Follows Push.
struct RankPush {
  VKSORT_UINT converts;  // VKSORT_CONVERT_STORED, or 0
};

#ifdef __cplusplus
}  // namespace vksort::rank
#endif

#endif
