// vksort: the shape of its kernels, as plain data. Part of the public interface; vksort.h includes it.
#pragma once

#include <cstdint>

namespace vksort {

// How a Sorter cuts its work: which kernels there are, and how many elements and strides each takes. It changes how
// long a sort takes and nothing of its result.
// One Tuning serves all counts n: kernels for few elements take over up to their size, smallest first, and the others
// follow from the number of strides that n needs. So the ranges of n are thresholds in here.
// R is registers_log2. A size is the log2 of the elements that one workgroup works on; 0: the kernel is not made.
struct Tuning {
  std::uint32_t registers_log2;       // log2 of the elements per invocation as compiled: 4 for keys, 3 with values
  std::uint32_t tile_log2;            // size of tile sort, full merge and long global passes: R + 7 .. R + 9
  std::uint32_t small_log2;           // largest n of a workgroup with 4 elements per invocation: 0, or 4 .. 10
  std::uint32_t medium_log2;          // the same with 8: 0, or 6 .. tile_log2 and above small_log2; 0 with values
  std::uint32_t large_log2;           // as medium_log2, and above it; 0 with values
  std::uint32_t double_tiles;         // 1: what exceeds one tile begins with sorts of two tiles; 0 or 1
  std::uint32_t smallest_merge_log2;  // size of the smallest merge kernel: tile_log2 - 3 .. tile_log2
  std::uint32_t short_tile_log2;      // size of short global passes, which need no shared memory: R + 5 .. tile_log2
  std::uint32_t short_strides;        // strides of a short global pass: R
  std::uint32_t short_limit;          // it is taken where at most this many strides per pass are left: 0 (never) .. R
  std::uint32_t long_strides;         // strides of a long global pass, with a move in shared memory: R + 1 .. 2 R
  std::uint32_t subgroup_sort;  // 1: up to 4 elements per invocation of one subgroup are sorted by shuffles, where
                                // the host enabled kFullSubgroups; 0 or 1
};

}  // namespace vksort
