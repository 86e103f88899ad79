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

void fit(Tuning& tuning, const DeviceLimits& limits, Element element) {
  const auto shrink = [&limits, element](std::uint32_t& size, std::uint32_t registers, std::uint32_t max) {
    while (size > registers && (size > max || !fits(size, registers, limits, element))) --size;
  };
  const std::uint32_t registers = tuning.registers_log2, before = tuning.tile_log2;
  std::uint32_t& tile = tuning.tile_log2;
  shrink(tile, registers, tile);
  tuning.smallest_merge_log2 -= before - tile;
  tuning.merge_log2 -= before - tile;
  if (!fits(tile + 1, registers, limits, element)) tuning.double_tiles = 0;
  for (std::uint32_t i = 1; i < kGlobalKernelCount; ++i) {
    std::uint32_t& size = tuning.global_log2[i];
    if (size <= tile) continue;
    tuning.global_log2[i - 1] = tile;  // a stride less leaves rows as long
    size = 0;
  }
  shrink(tuning.small_log2, 2, tile);
  shrink(tuning.medium_log2, 3, tile);
  shrink(tuning.large_log2, 3, tile);
  if (tuning.large_log2 <= tuning.medium_log2) tuning.large_log2 = 0;
  if (tuning.medium_log2 <= tuning.small_log2) tuning.medium_log2 = 0;
  for (std::uint32_t& size : tuning.scratch_log2) shrink(size, 2, size);
}

KernelSizes chooseTuning(const DeviceLimits& device, Element element) {
  const DeviceLimits limits = limitsInClass(device);
  Tuning tuning = classOf(device).tuning(element);
  fit(tuning, limits, element);
  return shapeOn(limits, tuning);
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
