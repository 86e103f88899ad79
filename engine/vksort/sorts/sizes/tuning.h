// The sizes of the kernels. They are not part of the API: only vksort-conform and the tests use the functions below.
#pragma once

#include <compare>

#include "vksort_plan.h"

namespace vksort {

// A shape of rank merge. Each invocation merges one element.
struct RankShape {
  auto operator<=>(const RankShape&) const = default;

  std::uint32_t max_count;         // elements: whole tiles, and at most 2 per byte of shared memory
  std::uint32_t invocations_log2;  // 5 .. 10, at most the size of a tile
};

// A shape of the radix sort. A workgroup consists of whole subgroups, and moves one tile.
struct RadixShape {
  auto operator<=>(const RadixShape&) const = default;

  std::uint32_t max_count;  // elements: 2^28 - 1, or at most concurrent_workgroups tiles
  std::uint32_t invocations_log2;
  std::uint32_t elements;  // per invocation: 2 .. 16
  std::uint32_t parts;     // parts of a tile in shared memory; divides `elements`. 1 for two or three words
};

// The division of work between workgroups. It never changes the result of a sort.
// A size is the log2 of the elements per workgroup, or 0 if the kernel does not exist. A workgroup must fit the device,
// and a subgroup must fit the workgroup. A sort uses the smallest kernel that can sort everything in one workgroup.
// Otherwise, it uses global passes and a merge for each merge stage. R is registers_log2. Words are 32-bit words of an
// element.
struct Tuning {
  auto operator<=>(const Tuning&) const = default;

  std::uint32_t registers_log2;       // log2 of the elements per invocation, as compiled: 4 for one word, otherwise 3
  std::uint32_t tile_log2;            // size of tile sort and full merge: R + 7 .. R + 9
  std::uint32_t small_log2;           // size of the sort with 4 elements per invocation: 0, or 4 .. 10
  std::uint32_t medium_log2;          // the same with 8, only for one word: 0, or 6 .. 12, up to tile_log2
  std::uint32_t large_log2;           // like medium_log2
  std::uint32_t double_tiles;         // if 1, larger sorts start by sorting pairs of tiles; requires tile_log2 <= R + 8
  std::uint32_t smallest_merge_log2;  // size of the smallest merge kernel: tile_log2 - 2 .. tile_log2
  std::uint32_t merge_log2;           // size of the preferred merge: smallest_merge_log2 .. tile_log2
  // Sizes of the global passes, which process the strides above a tile. [i] has R + i strides, and processes 2^strides
  // rows of 2^(size - strides) neighbors; rows of less than 8 are slow. [0] does not use shared memory. A size must be
  // 0 or R + 5 .. tile_log2, and at least the strides; one of [1] .. [5] must not be 0.
  std::uint32_t global_log2[6];
  // Minimum count that Algorithm::automatic sorts with the radix sort, at most 2^28 - 1. If 0, the library chooses.
  // Ignored if ties are broken by value.
  std::uint32_t radix_from = 0;
  // Sorts with scratch memory. Shapes ascend by max_count; the list ends before the first max_count of 0.
  std::uint32_t scratch_log2[2] = {};       // tile sizes of rank merge (4 elements per invocation): 0, or 6 .. 11.
                                            // [0] for its first shape, [1] for the others (if 0, [0])
  RankShape rank_shapes[3] = {};            // must be empty for three words
  RadixShape radix_shapes[4] = {};          // at most three on software drivers
  std::uint32_t radix_additions = 0;        // 1 ranks by additions, and moves a tile again if its subgroups did
                                            // not add in the order of their invocations. 0 ranks by votes, like
                                            // three words, stable payloads and radix_portable
  std::uint32_t concurrent_workgroups = 0;  // workgroups that run at the same time, for radix_shapes: 1 .. 1024
};

// Like Sorter::create(), but all levels except the baseline use `tuning` instead of the class tuning.
// Returns VK_ERROR_FEATURE_NOT_PRESENT if the tuning does not fit the device.
[[nodiscard]] VKSORT_API VkResult createTuned(const SorterInfo& info, const Tuning& tuning, Sorter& out,
                                              const char** reason = nullptr);

// Plans a sort by a Sorter of createTuned(), without a device. Returns 0 if the tuning does not fit the device.
VKSORT_API std::uint32_t planTuned(const SorterInfo& sorter, const Tuning& tuning, const PlanDevice& device,
                                   const PlanInfo& info, PassPlan* out = nullptr, std::uint32_t capacity = 0);

[[nodiscard]] VKSORT_API Tuning tuningOf(const Sorter& sorter);

}  // namespace vksort
