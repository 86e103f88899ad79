#pragma once

#include <algorithm>

#include "device/pipelines.h"
#include "request/request.h"
#include "sort/bitonic/interface.h"
#include "sorts/sizes/tuning.h"

namespace vksort::bitonic {

enum class Kernel : std::uint8_t {
  small_sort,   // one workgroup sorts a range or a segment, with 4 elements per invocation
  medium_sort,  // the same with 8
  large_sort,   // the same with 8 and a workgroup of twice the size
  tile_sort,
  double_sort,  // sorts each pair of tiles, with workgroups of twice the size
  merge_full,   // all strides inside a tile, or inside half or a quarter of a tile
  merge_half,
  merge_quarter,
  global_short,   // R strides above a tile, in registers
  global_long_1,  // R + 1 strides above a tile, using shared memory
  global_long_2,  // .. R + 2
  global_long_3,
  global_long_4,
  global_long_5,
  setup,
  segment_setup,
  segment_sort,    // sorts one segment of up to 2^small_log2 elements per workgroup
  tiny_sort,       // sorts several segments per workgroup
  scratch_sort,    // sorts each tile into a copy in scratch memory
  scratch_double,  // the same with larger tiles
  gather,          // copies payloads to scratch memory, and gathers them after {key, index} were sorted
};
inline constexpr std::uint32_t kKernelCount = static_cast<std::uint32_t>(Kernel::gather) + 1;
inline constexpr std::uint32_t kGlobalKernelCount = sizeof(Tuning::global_log2) / sizeof(Tuning::global_log2[0]);
inline constexpr std::uint32_t kPackedLog2 = 2;
inline constexpr std::uint32_t kMostSegments = 1u << 27;  // with a work buffer of 2^32 bytes

// A tuning on a device. Kernels of size 0 are not created.
struct KernelSizes : Tuning {
  std::uint32_t subgroup_log2;            // 0 without subgroup operations
  std::uint32_t tiny_log2 = 0;            // log2 of the largest segment for tiny_sort
  std::uint32_t setup_invocations = 128;  // per workgroup of segment_setup; a power of two
  bool compact = false;

  // log2 of the elements per workgroup, and per invocation.
  [[nodiscard]] std::uint32_t elementsLog2(Kernel kernel) const;
  [[nodiscard]] std::uint32_t registersLog2(Kernel kernel) const;
  [[nodiscard]] std::uint32_t strides(Kernel kernel) const;
  [[nodiscard]] bool has(Kernel kernel) const;
  [[nodiscard]] Kernel firstSort() const { return double_tiles != 0 ? Kernel::double_sort : Kernel::tile_sort; }
  // log2 of the largest segment for segment_sort, or 0.
  [[nodiscard]] std::uint32_t smallSegmentLog2() const;
  [[nodiscard]] Kernel slotSort() const;
  // Returns the global kernel with the fewest strides of at least `wanted`, or the one with the most strides.
  [[nodiscard]] Kernel globalKernel(std::uint32_t wanted) const;
};

struct BitonicSetting {
  Configuration configuration;
  KernelSizes shape;
  std::uint32_t max_groups_x;
  std::uint32_t max_count = ~0u;
  std::uint32_t max_segment = ~0u;   // elements of the largest segment, or 0 if segments are not supported
  std::uint32_t max_segments = ~0u;  // limited by the work buffer that can be bound
  // Counts above max_count whose payloads are gathered from scratch memory, or 0.
  std::uint32_t min_gathered = 0, max_gathered = 0;
  std::uint32_t max_gathered_segment = 0;  // the same for segments above max_segment
  bool lists_tiles = false;                // segment_setup can list the tiles of long segments

  [[nodiscard]] bool gathers(std::uint32_t count) const {
    return max_gathered != 0 && count >= min_gathered && count <= max_gathered;
  }
  [[nodiscard]] std::uint32_t maxCountOf(Mode mode) const {
    if (mode == Mode::segments) return std::max(max_segment, max_gathered_segment);
    return max_gathered != 0 ? max_gathered : max_count;
  }
  [[nodiscard]] std::uint32_t oneWorkgroup() const;
};

[[nodiscard]] constexpr bool isGlobal(Kernel kernel) {
  return kernel >= Kernel::global_short && kernel <= Kernel::global_long_5;
}
[[nodiscard]] constexpr bool isMerge(Kernel kernel) {
  return kernel >= Kernel::merge_full && kernel <= Kernel::global_long_5;
}
inline constexpr Kernel kOneWorkgroupKernels[] = {Kernel::small_sort, Kernel::medium_sort, Kernel::large_sort,
                                                  Kernel::tile_sort, Kernel::double_sort};
// Returns true if a sort can start with this kernel.
[[nodiscard]] constexpr bool sorts(Kernel kernel) {
  const bool is_set_up = kernel == Kernel::setup || kernel == Kernel::segment_setup;
  return !isMerge(kernel) && !is_set_up && kernel != Kernel::gather;
}

[[nodiscard]] const char* nameOf(Kernel kernel);

[[nodiscard]] Spirv moduleOf(Kernel kernel, Element element, bool compact = false);

// Writes the specialization constants with the ids 0, 1, .. to `out`, and returns their number.
std::uint32_t constantsOf(const BitonicSetting& setting, Kernel kernel, std::uint32_t (&out)[kMaxConstants]);

// The setting must use the kernel.
[[nodiscard]] PipelineSource sourceOf(const BitonicSetting& setting, Kernel kernel);

}  // namespace vksort::bitonic
