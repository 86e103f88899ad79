// Definitions that C++ and the shaders of rank merge share.
#ifndef VKSORT_RANK_INTERFACE_H
#define VKSORT_RANK_INTERFACE_H

#include "../interface.h"

#define VKSORT_RANK_WORKGROUP 0  // at most one per element of a tile
#define VKSORT_RANK_TILE_LOG2 1
#define VKSORT_RANK_INTERLEAVED 2
#define VKSORT_RANK_TIES 3     // 1 if second words order equal keys of different tiles
#define VKSORT_RANK_SAMPLES 4  // maximum number of samples, one word of shared memory each
#define VKSORT_RANK_DISCARDS_KEYS 5  // 1 only stores payloads
#define VKSORT_RANK_COUNT 6

// Scratch memory contains a copy of the elements in sorted tiles, and then samples. The last tile is filled with the
// largest element. The copy stores all first words, converted to their order, and then all second words. A sample is
// the last first word of 2^VKSORT_RANK_SAMPLE_LOG2 elements.
#define VKSORT_RANK_SAMPLE_LOG2 3

#ifdef __cplusplus
namespace vksort::rank {
#endif

// Follows Push.
struct RankPush {
  VKSORT_UINT converts;
};

#ifdef __cplusplus
}  // namespace vksort::rank
#endif

#endif
