// Which shape the kernels have on which device: the table and its lookup. Pure arithmetic, no Vulkan calls.
#pragma once

#include <span>

#include "bitonic/kernels.h"

namespace vksort::bitonic {

// What a device must have for a row.
struct TuningNeeds {
  std::uint32_t vendor_id = 0;          // exactly this; 0: any
  std::uint32_t subgroup_size = 0;      // at least, as the next two
  std::uint32_t workgroup_invocations;  // 0 nowhere: it says what the row uses
  std::uint32_t shared_memory_bytes;
  Element element;  // exactly this
};

struct TuningRow {
  TuningNeeds needs;
  Tuning tuning;
};

// What the kernels were compiled for; see shaders/sort/bitonic/kernels.cmake. A build of tests has a smaller one.
struct Compiled {
  std::uint32_t registers_log2[3];            // log2 of the elements per invocation, by Element
  std::uint32_t min_tile_invocations_log2;    // log2 of the invocations of the smallest tile
  std::uint32_t min_global_invocations_log2;  // of the smallest workgroup of a global pass
  std::uint32_t tiny_log2;                    // log2 of the elements of the largest segment that tiny_sort sorts
};
[[nodiscard]] const Compiled& compiled();

// All rows, in the order in which they are tried.
[[nodiscard]] std::span<const TuningRow> tuningTable();

// The first row whose needs the device meets. 128 invocations and 16 KiB always meet those of the last ones.
[[nodiscard]] const TuningRow& rowFor(const DeviceLimits& limits, Element element);

// The tuning of the baseline.
[[nodiscard]] const Tuning& baselineTuning();

// That row's tuning on the device.
[[nodiscard]] Shape chooseTuning(const DeviceLimits& limits, Element element);

// A tuning on a device. Where subgroups are larger than a workgroup of the row, the workgroup becomes one subgroup.
[[nodiscard]] Shape shapeOn(const DeviceLimits& limits, const Tuning& tuning);

// The rule of a member that the kernels or the device do not allow, a static string; null if all are allowed.
[[nodiscard]] const char* validate(const Tuning& tuning, const DeviceLimits& limits, Element element);

// The same of Creation::tuning.
[[nodiscard]] const char* validateTuning(const SorterInfo& info, const DeviceLimits& limits);
// The tuning must be valid.
[[nodiscard]] Shape shapeOf(const SorterInfo& info, const DeviceLimits& limits);

}  // namespace vksort::bitonic
