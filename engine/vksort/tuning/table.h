// Which tuning which device has. Pure arithmetic, no Vulkan calls.
#pragma once

#include <span>

#include "configuration.h"

namespace vksort {

// What a device must have for a row.
struct TuningNeeds {
  std::uint32_t vendor_id = 0;          // exactly this; 0: any
  std::uint32_t subgroup_size = 0;      // at least, as the next two
  std::uint32_t workgroup_invocations;  // 0 nowhere: it says what the row uses
  std::uint32_t shared_memory_bytes;
  Element element;  // exactly this
};

// The tuning of a class of devices. `needs` is what its bitonic members use; the others are fitted to the device, see
// rank::fit() and radix::fit().
struct TuningRow {
  TuningNeeds needs;
  Tuning tuning;
};

// What the kernels were compiled for; see shaders/sort/modules.cmake. A build of tests has a smaller one.
struct Compiled {
  std::uint32_t registers_log2[3];            // log2 of the elements per invocation, by Element
  std::uint32_t min_tile_invocations_log2;    // log2 of the invocations of the smallest tile
  std::uint32_t min_global_invocations_log2;  // of the smallest workgroup of a global pass
  std::uint32_t tiny_log2;                    // log2 of the elements of the largest segment that tiny_sort sorts
};
[[nodiscard]] const Compiled& compiled();

[[nodiscard]] const Tuning& baselineTuning();

// All rows, in the order in which they are tried.
[[nodiscard]] std::span<const TuningRow> tuningTable();

// The first row whose needs the device meets. 128 invocations and 16 KiB always meet those of the last ones.
[[nodiscard]] inline const TuningRow& rowFor(const DeviceLimits& limits, Element element) {
  const TuningRow* last = nullptr;
  for (const TuningRow& row : tuningTable()) {
    if (row.needs.element != element) continue;
    last = &row;
    if ((row.needs.vendor_id == 0 || row.needs.vendor_id == limits.vendor_id) &&
        row.needs.subgroup_size <= limits.subgroup_size &&
        row.needs.workgroup_invocations <= limits.workgroup_invocations &&
        row.needs.shared_memory_bytes <= limits.shared_memory_bytes) {
      break;
    }
  }
  return *last;
}

}  // namespace vksort
