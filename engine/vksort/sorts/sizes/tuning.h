// The sizes of the kernels, as plain data. They are not part of the API: only vksort-conform, which searches for better
// sizes, and the tests use the functions below.
#pragma once

#include <compare>

#include "vksort_plan.h"

namespace vksort {

// A shape of rank merge. A workgroup has 2^invocations_log2 invocations, each of which merges one element.
struct RankShape {
  auto operator<=>(const RankShape&) const = default;

  std::uint32_t max_count;  // elements of its largest sort: whole tiles, at most 2 for each byte of shared memory
  std::uint32_t invocations_log2;  // 5 .. 10, at most the size of a tile
};

// A shape of the radix sort. A workgroup has 2^invocations_log2 invocations, in whole subgroups, and moves one tile.
struct RadixShape {
  auto operator<=>(const RadixShape&) const = default;

  std::uint32_t max_count;         // elements of its largest sort: 2^28 - 1, or at most concurrent_workgroups tiles
  std::uint32_t invocations_log2;  // 5 .. 10
  std::uint32_t elements;          // per invocation: 2 .. 16
  std::uint32_t parts;             // in which a tile passes through shared memory: divides elements; 1 for more words
};

// How a Sorter divides its work between workgroups. It changes how long a sort takes, and never its result.
// A size is the log2 of the elements of one workgroup; 0: there is no such kernel. A workgroup has
// 2^(size - log2 of the elements per invocation) invocations. It must fit the device and hold a whole subgroup.
// A sort takes the smallest kernel that sorts all of it in one workgroup. Larger sorts take one global pass or more and
// a merge for each merge stage. R is registers_log2. "Words" are the 32-bit words of an element.
struct Tuning {
  auto operator<=>(const Tuning&) const = default;

  std::uint32_t registers_log2;  // log2 of the elements per invocation, as compiled: 4; 3 for more words
  std::uint32_t tile_log2;       // size of tile sort and full merge: R + 7 .. R + 9
  std::uint32_t small_log2;      // size of the sort with 4 elements per invocation: 0, or 4 .. 10
  std::uint32_t medium_log2;     // the same with 8: 0, or 6 .. 12, above small_log2, up to tile_log2; 0 for more words
  std::uint32_t large_log2;      // as medium_log2, and above it; 0 for more words
  std::uint32_t double_tiles;    // 1: more than one tile begins with a sort of each two; 0, or 1 up to tile R + 8
  std::uint32_t smallest_merge_log2;  // size of the smallest merge kernel: tile_log2 - 2 .. tile_log2
  std::uint32_t merge_log2;           // size of the preferred merge: smallest_merge_log2 .. tile_log2
  // Global passes take the strides above a tile. Each works on 2^strides rows of 2^(size - strides) neighbours; rows of
  // less than 8 are slow. Sizes are 0 or R + 5 .. tile_log2, and no less than the strides; one of [1] .. [5] must not
  // be 0.
  std::uint32_t global_log2[6];  // [i]: size of the pass of R + i strides; that of R makes no moves in shared memory
  // The smallest count for which Algorithm::automatic takes the radix sort; 0: the library's choice. At most 2^28 - 1.
  // Without effect if ties are broken by value.
  std::uint32_t radix_from = 0;
  // Sorts with scratch memory. Shapes ascend by max_count; the first whose max_count is 0 ends the list.
  std::uint32_t scratch_log2[2] = {};       // sizes of the tiles of rank merge, with 4 elements per invocation: 0, or
                                            // 6 .. 11. [0]: of its first shape; [1]: of the others, or if 0 as [0]
  RankShape rank_shapes[3] = {};            // none: no rank merge. None for three words
  RadixShape radix_shapes[4] = {};          // larger sorts take no radix sort. Three on software drivers
  std::uint32_t radix_additions = 0;        // 1: ranks by additions, fast where a subgroup adds in the order of its
                                            // invocations: each tile is checked, and moved again if not; 0: by votes,
                                            // as three words, stable payloads and radix_portable always do
  std::uint32_t concurrent_workgroups = 0;  // of radix_shapes, that the device runs at once: 1 .. 1024
};

// Creates a Sorter like Sorter::create(), but all levels except the baseline use `tuning` instead of the class tuning.
// Returns VK_ERROR_FEATURE_NOT_PRESENT if the tuning does not fit the device.
[[nodiscard]] VKSORT_API VkResult createTuned(const SorterInfo& info, const Tuning& tuning, Sorter& out,
                                              const char** reason = nullptr);

// Plans a sort by a Sorter of createTuned(), without a device. Returns 0 if the tuning does not fit the device.
VKSORT_API std::uint32_t planTuned(const SorterInfo& sorter, const Tuning& tuning, const PlanDevice& device,
                                   const PlanInfo& info, PassPlan* out = nullptr, std::uint32_t capacity = 0);

// Returns the tuning in use, or zeros for an empty Sorter.
[[nodiscard]] VKSORT_API Tuning tuningOf(const Sorter& sorter);

}  // namespace vksort
