#include "sorts/bitonic/sizes.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace vksort::bitonic {
namespace {

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
  // Tunings do not consider subgroups that are larger than their smallest workgroups.
  const auto subgroup_log2 = static_cast<std::uint32_t>(std::bit_width(limits.subgroup_size)) - 1;
  const std::uint32_t smallest = shape.registers_log2 + subgroup_log2;
  if (smallest > shape.tile_log2) return shape;
  shape.subgroup_log2 = subgroup_log2;
  if (shape.tiny_log2 < subgroup_log2) shape.tiny_log2 = subgroup_log2;  // a workgroup has 2^tiny_log2 invocations
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
    tuning.global_log2[i - 1] = tile;  // one stride less keeps the length of rows
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

bool isPossible(const Tuning& tuning, const DeviceLimits& limits, Element element) {
  const std::uint32_t registers = tuning.registers_log2, tile = tuning.tile_log2, smallest = tuning.smallest_merge_log2;
  if (registers != compiled().registers_log2[wordsOf(element) - 1]) return false;
  const auto runs = [&](std::uint32_t size, std::uint32_t registers_log2, std::uint32_t min, std::uint32_t max) {
    return min <= size && size <= max && fits(size, registers_log2, limits, element) &&
           1u << size >> registers_log2 >= limits.subgroup_size;
  };
  if (!runs(tile, registers, registers + compiled().min_tile_invocations_log2, registers + 9)) return false;
  const bool has_double = tile <= registers + 8 && fits(tile + 1, registers, limits, element);
  if (tuning.double_tiles > (has_double ? 1u : 0u)) return false;
  if (!runs(smallest, registers, tile - 2, tile) || tuning.merge_log2 < smallest || tuning.merge_log2 > tile)
    return false;

  const std::uint32_t small = tuning.small_log2, medium = tuning.medium_log2, large = tuning.large_log2;
  constexpr std::uint32_t kLargestOfEight = 12;  // last stage of the module medium_keys
  const std::uint32_t most = std::min(tile, kLargestOfEight);
  if (small != 0 && !runs(small, 2, 4, std::min(tile, 10u))) return false;
  if (medium != 0 && (medium <= small || !runs(medium, 3, 6, most))) return false;
  if (large != 0 && (large <= std::max(small, medium) || !runs(large, 3, 6, most))) return false;
  if (element != Element::key && (medium | large) != 0) return false;

  bool has_long_pass = false;
  for (std::uint32_t i = 0; i < kGlobalKernelCount; ++i) {
    const std::uint32_t size = tuning.global_log2[i];
    const std::uint32_t min = registers + std::max(i, compiled().min_global_invocations_log2);
    if (size != 0 && !runs(size, registers, min, tile)) return false;
    has_long_pass = has_long_pass || (i > 0 && size != 0);
  }
  return has_long_pass && std::all_of(std::begin(tuning.scratch_log2), std::end(tuning.scratch_log2), [&](auto size) {
           return size == 0 || (element != Element::triple && runs(size, 2, 6, 11));
         });
}

KernelSizes shapeOf(const Configuration& configuration, const DeviceLimits& limits, const Tuning* tuning) {
  if (configuration.baseline) return baselineShape();
  const Element element = configuration.layout.element;
  KernelSizes shape = tuning ? shapeOn(limits, *tuning) : chooseTuning(limits, element);
  constexpr std::uint32_t kMaxSetupInvocations = 1024;
  while (shape.setup_invocations < kMaxSetupInvocations &&
         shape.setup_invocations * 2 <= limits.workgroup_invocations) {
    shape.setup_invocations *= 2;
  }
  return shape;
}

}  // namespace vksort::bitonic
