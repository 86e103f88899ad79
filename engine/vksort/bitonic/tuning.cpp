// What a tuning becomes on a device.
#include "bitonic/tuning.h"

#include <bit>

namespace vksort::bitonic {
namespace {

// Whole segments are of up to a tile.
KernelSizes baselineShape() {
  KernelSizes shape{baselineTuning(), 0};
  shape.tiny_log2 = shape.tile_log2;
  shape.compact = true;
  return shape;
}

}  // namespace

KernelSizes shapeOn(const DeviceLimits& limits, const Tuning& tuning) {
  KernelSizes shape{tuning, 0};
  shape.tiny_log2 = compiled().tiny_log2;
  if (!isUsableSubgroup(limits.subgroup_size)) return shape;
  // Rows know nothing of subgroups larger than the smallest workgroups.
  const auto subgroup_log2 = static_cast<std::uint32_t>(std::bit_width(limits.subgroup_size)) - 1;
  const std::uint32_t smallest = shape.registers_log2 + subgroup_log2;
  if (smallest > shape.tile_log2) return shape;
  shape.subgroup_log2 = subgroup_log2;
  if (shape.tiny_log2 < subgroup_log2) shape.tiny_log2 = subgroup_log2;  // a workgroup has as many invocations
  const auto widen = [smallest](std::uint32_t& size) {
    if (size != 0 && size < smallest) size = smallest;
  };
  widen(shape.smallest_merge_log2);
  widen(shape.merge_log2);
  for (std::uint32_t& size : shape.global_log2) widen(size);
  return shape;
}

KernelSizes chooseTuning(const DeviceLimits& limits, Element element) {
  KernelSizes shape = shapeOn(limits, rowFor(limits, element).tuning);
  constexpr std::uint32_t kScratchRegistersLog2 = 2;
  for (std::uint32_t& size : shape.scratch_log2) {
    while (size > kScratchRegistersLog2 && !fits(size, kScratchRegistersLog2, limits, element)) --size;
  }
  return shape;
}

KernelSizes shapeOf(const SorterInfo& info, const DeviceLimits& limits) {
  const Creation creation = creationOf(info);
  if (creation.baseline) return baselineShape();
  const Element element = configurationOf(info).layout.element;
  KernelSizes shape = creation.tuning ? shapeOn(limits, *creation.tuning) : chooseTuning(limits, element);
  constexpr std::uint32_t kMaxSetupInvocations = 1024;
  while (shape.setup_invocations < kMaxSetupInvocations &&
         shape.setup_invocations * 2 <= limits.workgroup_invocations) {
    shape.setup_invocations *= 2;
  }
  return shape;
}

}  // namespace vksort::bitonic
