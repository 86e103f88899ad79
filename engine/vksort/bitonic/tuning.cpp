// The choice of a row, and what a tuning becomes on a device.
#include "bitonic/tuning.h"

#include <bit>

namespace vksort::bitonic {

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

Shape chooseTuning(const DeviceLimits& limits, Element element) {
  return shapeOn(limits, rowFor(limits, element).tuning);
}

namespace {

// Whole segments are of up to a tile.
Shape baselineShape() {
  Shape shape{baselineTuning(), 0};
  shape.tiny_log2 = shape.tile_log2;
  shape.compact = true;
  return shape;
}

// Of tiles that rank merge takes, with 4 elements per invocation: NVIDIA H200 (R105, R106 of EXPERIMENTS.md).
void sizeScratchTiles(const DeviceLimits& limits, Element element, Shape& shape) {
  constexpr std::uint32_t kLargest[2] = {10, 11};
  constexpr std::uint32_t kRegistersLog2 = 2;
  if (element == Element::triple) return;
  for (std::uint32_t i = 0; i < 2; ++i) {
    std::uint32_t log2 = kLargest[i];
    const auto bytes = [element](std::uint32_t tile_log2) {
      return ((4u << tile_log2) + (4u << (tile_log2 - kRegistersLog2))) *
             wordsOf(element);  // with padding, see window.glsl
    };
    while (log2 > kRegistersLog2 &&
           (1u << (log2 - kRegistersLog2) > limits.workgroup_invocations || bytes(log2) > limits.shared_memory_bytes)) {
      --log2;
    }
    shape.scratch_log2[i] = log2;
  }
}

}  // namespace

const char* validateTuning(const SorterInfo& info, const DeviceLimits& limits) {
  const Creation creation = creationOf(info);
  if (!creation.tuning) return nullptr;
  return validate(*creation.tuning, limits, configurationOf(info).layout.element);
}

Shape shapeOf(const SorterInfo& info, const DeviceLimits& limits) {
  const Creation creation = creationOf(info);
  if (creation.baseline) return baselineShape();
  const Element element = configurationOf(info).layout.element;
  Shape shape = creation.tuning ? shapeOn(limits, *creation.tuning) : chooseTuning(limits, element);
  sizeScratchTiles(limits, element, shape);
  // Software has narrow subgroups, and compiles what is straight for long.
  shape.loops = limits.vendor_id == kNvidia || limits.subgroup_size < kWideSubgroup;
  constexpr std::uint32_t kMaxSetupInvocations = 1024;
  while (shape.setup_invocations < kMaxSetupInvocations &&
         shape.setup_invocations * 2 <= limits.workgroup_invocations) {
    shape.setup_invocations *= 2;
  }
  return shape;
}

}  // namespace vksort::bitonic
