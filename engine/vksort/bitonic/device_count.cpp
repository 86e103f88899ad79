#include "bitonic/device_count.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kWord = 4;
constexpr std::uint32_t kStages = 32;  // invocations of setup.comp

static_assert(sizeof(VkDispatchIndirectCommand) == 3 * kWord);
static_assert(VKSORT_SETUP_GLOBAL_LOG2 + kGlobalKernelCount == VKSORT_SETUP_MAX_GROUPS_X);
static_assert(kStateBytes >= kMaxPasses * sizeof(VkDispatchIndirectCommand));

}  // namespace

Status checkDeviceCount(const SorterState& state, const SortInfo& info, Bindings& bindings) {
  const bool counted = state.tuning.device_count;
  const Range count = {info.device_count.buffer, info.device_count.offset, kWord};
  if (counted && !count.buffer) return Status::null_count_buffer;
  if (!info.state.buffer) return Status::null_state_buffer;
  if (counted && count.offset % kWord != 0) return Status::misaligned_count_offset;
  if (info.state.offset % kWord != 0) return Status::misaligned_state_offset;
  if (info.state.size < kStateBytes) return Status::state_range_too_small;

  bindings.setup = bind(info.state, {0, kStateBytes / kWord, kWord}, state.offset_alignment);
  bindings.counts =
      counted ? bind(count, {0, 1, kWord}, state.offset_alignment) : unusedWord(bindings.keys, state.offset_alignment);
  if (counted && (overlap(bindings.counts, bindings.keys) || overlap(bindings.counts, bindings.values))) {
    return Status::overlapping_count;
  }
  if (overlap(bindings.setup, bindings.keys) || overlap(bindings.setup, bindings.values) ||
      (counted && overlap(bindings.setup, bindings.counts))) {
    return Status::overlapping_state;
  }
  if (counted && !insideBuffer(state.vk, state.device, count)) return Status::count_past_buffer;
  if (!insideBuffer(state.vk, state.device, info.state)) return Status::state_range_past_buffer;
  return Status::ok;
}

void setupConstants(const Shape& shape, std::uint32_t max_groups_x, std::uint32_t (&out)[kMaxConstants]) {
  out[VKSORT_SETUP_WORKGROUP] = kStages;
  out[VKSORT_SETUP_FEWEST] = shape.fewest();
  out[VKSORT_SETUP_SORTED_LOG2] = shape.elementsLog2(shape.firstSort());
  out[VKSORT_SETUP_TILE_LOG2] = shape.tile_log2;
  out[VKSORT_SETUP_MERGE_LOG2] = shape.merge_log2;
  out[VKSORT_SETUP_SMALLEST_MERGE_LOG2] = shape.smallest_merge_log2;
  out[VKSORT_SETUP_REGISTERS_LOG2] = shape.registers_log2;
  out[VKSORT_SETUP_LONGEST] = shape.strides(shape.globalKernel(kStages));
  for (std::uint32_t i = 0; i < kGlobalKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::global_short) + i);
    out[VKSORT_SETUP_GLOBAL_LOG2 + i] = shape.elementsLog2(kernel);
  }
  out[VKSORT_SETUP_MAX_GROUPS_X] = max_groups_x;
  out[VKSORT_SETUP_DEVICE_COUNT] = shape.device_count;
  out[VKSORT_SETUP_REPAIRS] = shape.coherent;
}

Arguments argumentsOf(const Shape& shape, const Range& state, std::uint32_t index) {
  // The set-up; then what repairs, or else the pass that sorts.
  const std::uint32_t first = 1 + (shape.coherent ? VKSORT_REPAIR_PASSES : 1);
  if (!shape.uses(Kernel::setup) || index < first) return {};
  return {state.buffer, state.offset + (index - first) * sizeof(VkDispatchIndirectCommand)};
}

}  // namespace vksort
