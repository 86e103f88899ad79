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

// Of tiles that ranks merge, with 4 elements per invocation: NVIDIA H200 (R105, R106 of samples/bench/EXPERIMENTS.md).
void sizeApart(const DeviceLimits& limits, Element element, Shape& shape) {
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
    shape.apart_log2[i] = log2;
  }
}

// Whether no sort is of more than two tiles, which then have kernels that are created in half of the time. Pairs of any
// ties are sorted 8 % slower by these, others not (R165 of samples/bench/EXPERIMENTS.md).
bool isOfFewPairs(const SorterInfo& info, const Shape& shape) {
  const Configuration configuration = configurationOf(info);
  const bool few = info.max_count != 0 && info.max_count <= 2u << shape.tile_log2;
  return few && configuration.layout.element == Element::pair && configuration.compares_last_word &&
         !configuration.mode.takesState() && shape.double_tiles != 0;
}

}  // namespace

const char* misfitOf(const SorterInfo& info, const DeviceLimits& limits) {
  if (!info.tuning) return nullptr;
  return complaintAbout(*info.tuning, within(info.path, limits), layoutOf(orderingOf(info)).element);
}

Shape shapeOf(const SorterInfo& info, const DeviceLimits& limits) {
  const DeviceLimits& usable = within(info.path, limits);
  Shape shape = info.tuning ? shapeOn(usable, *info.tuning) : chooseTuning(usable, layoutOf(orderingOf(info)).element);
  sizeApart(usable, layoutOf(orderingOf(info)).element, shape);
  if (isOfFewPairs(info, shape)) shape.few_log2 = shape.tile_log2;
  // Software has narrow subgroups, and compiles what is straight for long.
  shape.loops = usable.vendor_id == kNvidia || usable.subgroup_size < kWideSubgroup;
  if (info.count != Count::lists) return shape;
  // Fewer kinds of kernels, each of which has lists of its size.
  const std::uint32_t least_invocations_log2 =
      shape.registers_log2 > shape.subgroup_log2 ? shape.registers_log2 : shape.subgroup_log2;
  if (shape.small_log2 <= shape.tiny_log2 || shape.small_log2 < shape.registers_log2 + least_invocations_log2) {
    shape.small_log2 = 0;
  }
  shape.medium_log2 = shape.large_log2 = shape.double_tiles = shape.subgroup_sort = 0;
  constexpr std::uint32_t kMostSetupInvocations = 1024;
  while (shape.setup_invocations < kMostSetupInvocations &&
         shape.setup_invocations * 2 <= usable.workgroup_invocations) {
    shape.setup_invocations *= 2;
  }
  return shape;
}

}  // namespace vksort::bitonic
