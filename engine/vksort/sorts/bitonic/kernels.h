// The kernels of the bitonic sort: everything known of each stands in one row of a table, in kernels.cpp.
#pragma once

#include "device/pipelines.h"
#include "request/request.h"
#include "sort/bitonic/interface.h"
#include "sorts/sizes/tuning.h"

namespace vksort::bitonic {

enum class Kernel : std::uint8_t {
  small_sort,   // one workgroup sorts everything, or a segment, with 4 elements per invocation,
  medium_sort,  // or 8,
  large_sort,   // or 8 in a workgroup of twice the size
  tile_sort,    // sorts each tile
  double_sort,  // sorts each two tiles, by workgroups of twice the size
  merge_full,   // the strides inside a tile, or a half or quarter of one
  merge_half,
  merge_quarter,
  global_short,    // R strides above a tile, in registers alone
  global_long_1,   // R + 1 strides above a tile, with moves through shared memory,
  global_long_2,   // or R + 2,
  global_long_3,   // or R + 3,
  global_long_4,   // or R + 4,
  global_long_5,   // or R + 5
  setup,           // turns an indirect count into the workgroups of the passes behind it
  segment_setup,   // divides segments by size
  segment_sort,    // each workgroup sorts one segment of up to 2^small_log2 elements
  tiny_sort,       // each workgroup sorts several segments
  scratch_sort,    // sorts each tile into a copy in scratch memory,
  scratch_double,  // or each larger tile
  gather,          // copies payloads to scratch memory; once {key, index} are sorted, gathers them from there
};
inline constexpr std::uint32_t kKernelCount = static_cast<std::uint32_t>(Kernel::gather) + 1;
inline constexpr std::uint32_t kGlobalKernelCount = sizeof(Tuning::global_log2) / sizeof(Tuning::global_log2[0]);
inline constexpr std::uint32_t kPackedLog2 = 2;           // log2 of the segments per workgroup of tiny_sort
inline constexpr std::uint32_t kMostSegments = 1u << 27;  // with a work buffer of 2^32 bytes

// The sizes of the kernels: a tuning on a device. A log2 of elements that is 0: the kernel is not made.
struct KernelSizes : Tuning {
  std::uint32_t subgroup_log2;            // log2 of the invocations of a subgroup; 0: subgroup operations are not used
  std::uint32_t tiny_log2 = 0;            // log2 of the elements of the largest segment for tiny_sort
  std::uint32_t setup_invocations = 128;  // per workgroup of segment_setup; a power of two
  bool compact = false;                   // of the baseline, whose modules compile fast

  // log2 of the elements that one workgroup of the kernel works on, and that one invocation holds.
  [[nodiscard]] std::uint32_t elementsLog2(Kernel kernel) const;
  [[nodiscard]] std::uint32_t registersLog2(Kernel kernel) const;
  // Of a global kernel; else 0.
  [[nodiscard]] std::uint32_t strides(Kernel kernel) const;
  [[nodiscard]] bool has(Kernel kernel) const;
  // The kernel that sorts parts of a range that is larger than a workgroup's.
  [[nodiscard]] Kernel firstSort() const { return double_tiles != 0 ? Kernel::double_sort : Kernel::tile_sort; }
  // log2 of the elements of the largest segment for segment_sort; 0: there is no such kernel.
  [[nodiscard]] std::uint32_t smallSegmentLog2() const;
  // The kernel that sorts tiles of tile_log2.
  [[nodiscard]] Kernel slotSort() const;
  // The global kernel with the fewest strides of at least `wanted`, else the one with the most strides.
  [[nodiscard]] Kernel globalKernel(std::uint32_t wanted) const;
};

// A Sorter's input for pipelines and passes.
struct BitonicSetting {
  Configuration configuration;
  KernelSizes shape;
  std::uint32_t max_groups_x;        // at least 1
  std::uint32_t max_count = ~0u;     // elements that are sorted in place
  std::uint32_t max_segment = ~0u;   // elements of a segment; 0: there are none
  std::uint32_t max_segments = ~0u;  // limited by the work buffer that can be bound
  // Elements whose payloads are gathered from scratch memory: from more than max_count on. 0: there are none.
  std::uint32_t min_gathered = 0, max_gathered = 0;

  [[nodiscard]] bool gathers(std::uint32_t count) const {
    return max_gathered != 0 && count >= min_gathered && count <= max_gathered;
  }
  // The largest recording of the mode.
  [[nodiscard]] std::uint32_t maxCountOf(Mode mode) const {
    if (mode == Mode::segments) return max_segment;
    return max_gathered != 0 ? max_gathered : max_count;
  }
  // Elements that one workgroup sorts in place, at most.
  [[nodiscard]] std::uint32_t oneWorkgroup() const;
};

[[nodiscard]] constexpr bool isGlobal(Kernel kernel) {
  return kernel >= Kernel::global_short && kernel <= Kernel::global_long_5;
}
[[nodiscard]] constexpr bool isMerge(Kernel kernel) {
  return kernel >= Kernel::merge_full && kernel <= Kernel::global_long_5;
}
// Kernels that sort a range in one workgroup, the smallest first.
inline constexpr Kernel kOneWorkgroupKernels[] = {Kernel::small_sort, Kernel::medium_sort, Kernel::large_sort,
                                                  Kernel::tile_sort, Kernel::double_sort};
// Returns true if a sort can start with this kernel.
[[nodiscard]] constexpr bool sorts(Kernel kernel) {
  const bool is_set_up = kernel == Kernel::setup || kernel == Kernel::segment_setup;
  return !isMerge(kernel) && !is_set_up && kernel != Kernel::gather;
}

// A static string: "tile_sort" and so on.
[[nodiscard]] const char* nameOf(Kernel kernel);

// Kernels that differ in specialization constants alone share their SPIR-V. `compact`: as KernelSizes::compact.
[[nodiscard]] Spirv moduleOf(Kernel kernel, Element element, bool compact = false);

// The kernel's specialization constants, of the ids 0, 1, ..; returns their number.
std::uint32_t constantsOf(const BitonicSetting& setting, Kernel kernel, std::uint32_t (&out)[kMaxConstants]);

// The source of the kernel's pipeline. The setting must use the kernel.
[[nodiscard]] PipelineSource sourceOf(const BitonicSetting& setting, Kernel kernel);

}  // namespace vksort::bitonic
