// The choice of a row, and what a tuning becomes on a device.
#include "bitonic/tuning.h"

#include <bit>

namespace vksort {

const TuningRow& rowFor(const DeviceLimits& limits, Element element) {
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

Shape shapeOn(const DeviceLimits& limits, const Tuning& tuning) {
  Shape shape{tuning, 0};
  shape.tiny_log2 = compiled().tiny_log2;
  if (limits.subgroup_size < 4) return shape;
  // Rows know nothing of subgroups larger than the smallest workgroups.
  const auto subgroup_log2 = static_cast<std::uint32_t>(std::bit_width(limits.subgroup_size)) - 1;
  const std::uint32_t smallest = shape.registers_log2 + subgroup_log2;
  if (smallest > shape.tile_log2) return shape;
  shape.subgroup_log2 = subgroup_log2;
  const auto widen = [smallest](std::uint32_t& size) {
    if (size != 0 && size < smallest) size = smallest;
  };
  widen(shape.smallest_merge_log2);
  widen(shape.merge_log2);
  for (std::uint32_t& size : shape.global_log2) widen(size);
  return shape;
}

Shape chooseTuning(const DeviceLimits& limits, Element element) {
  return shapeOn(limits, rowFor(limits, element).tuning);
}

}  // namespace vksort
