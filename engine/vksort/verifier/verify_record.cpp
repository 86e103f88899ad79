// Recording a verification: checks the arguments, binds the ranges, clears the result, looks at the elements.
#include "bitonic/schedule.h"
#include "configuration.h"
#include "misuse.h"
#include "sort/interface.h"
#include "sort/verify_interface.h"
#include "verifier/state.h"
#include "vulkan/layouts.h"
#include "vulkan/ranges.h"

namespace vksort {
namespace {

// By binding.
struct Bindings {
  Binding list[VKSORT_VERIFY_BINDING_COUNT];
};

// Checks the arguments in the order of VerifyStatus; fills `out` if they are right.
VerifyStatus check(const VerifierState& state, VkCommandBuffer command_buffer, const VerifyInfo& info, Bindings& out) {
  const Layout layout = layoutOf(info.ordering);
  const bool has_keys = info.count != 0;
  const bool split = has_keys && layout.split;
  const Part key_part = {info.first, info.count, layout.key_bytes};
  const Part value_part = {info.first, info.count, 4};
  const Part words = {0, sizeof(VerifyResult) / 4, 4};
  if (!command_buffer) return VerifyStatus::null_command_buffer;
  if (!isRight(info.ordering)) return VerifyStatus::wrong_ordering;
  if (has_keys && !info.keys.buffer) return VerifyStatus::null_keys_buffer;
  if (split && !info.values.buffer) return VerifyStatus::null_values_buffer;
  if (!info.result.buffer) return VerifyStatus::null_result_buffer;
  if (!state.push_descriptor && !info.descriptor_set) return VerifyStatus::null_descriptor_set;
  if (state.push_descriptor && info.descriptor_set) return VerifyStatus::needless_descriptor_set;
  if (has_keys && info.keys.offset % key_part.element != 0) return VerifyStatus::misaligned_keys_offset;
  if (split && info.values.offset % value_part.element != 0) return VerifyStatus::misaligned_values_offset;
  if (info.result.offset % 4 != 0) return VerifyStatus::misaligned_result_offset;
  if (has_keys && !fits(info.keys, key_part)) return VerifyStatus::keys_range_too_small;
  if (split && !fits(info.values, value_part)) return VerifyStatus::values_range_too_small;
  if (!fits(info.result, words)) return VerifyStatus::result_range_too_small;

  // The shader names all bindings; those without a range of their own get another's.
  Binding& keys = out.list[VKSORT_VERIFY_BINDING_KEYS];
  Binding& values = out.list[VKSORT_VERIFY_BINDING_VALUES];
  Binding& result = out.list[VKSORT_VERIFY_BINDING_RESULT];
  result = bind(info.result, words, state.offset_alignment);
  keys = has_keys ? bind(info.keys, key_part, state.offset_alignment) : result;
  values = split ? bind(info.values, value_part, state.offset_alignment) : keys;
  if (keys.buffer.range > state.max_range) return VerifyStatus::keys_range_too_large;
  if (values.buffer.range > state.max_range) return VerifyStatus::values_range_too_large;
  if (split && overlap(keys, values)) return VerifyStatus::overlapping_ranges;
  if (has_keys && (overlap(keys, result) || overlap(values, result))) return VerifyStatus::overlapping_result;
  if (has_keys && !insideBuffer(state.vk, state.device, info.keys)) return VerifyStatus::keys_range_past_buffer;
  if (split && !insideBuffer(state.vk, state.device, info.values)) return VerifyStatus::values_range_past_buffer;
  if (!insideBuffer(state.vk, state.device, info.result)) return VerifyStatus::result_range_past_buffer;
  return VerifyStatus::ok;
}

void bindAll(const VerifierState& state, VkCommandBuffer command_buffer, const Bindings& bindings,
             VkDescriptorSet set) {
  const VkDescriptorBufferInfo* buffers[kMaxBindings] = {};
  static_assert(VKSORT_VERIFY_BINDING_COUNT <= kMaxBindings);
  for (std::uint32_t i = 0; i < VKSORT_VERIFY_BINDING_COUNT; ++i) buffers[i] = &bindings.list[i].buffer;
  bindBuffers(command_buffer, {state.vk, state.device, state.pipeline_layout, state.push_descriptor, set}, buffers);
}

std::uint32_t layoutWord(const Layout& layout) {
  if (layout.interleaved != 0) return layout.interleaved == 1 ? VKSORT_VERIFY_INTERLEAVED : VKSORT_VERIFY_WIDE;
  return layout.split ? VKSORT_VERIFY_SPLIT : VKSORT_VERIFY_KEYS;
}

VerifyPush pushOf(const Ordering& ordering, const Bindings& bindings) {
  VerifyPush push{};
  push.first_key = bindings.list[VKSORT_VERIFY_BINDING_KEYS].first;
  push.first_value = bindings.list[VKSORT_VERIFY_BINDING_VALUES].first;
  push.first_result = bindings.list[VKSORT_VERIFY_BINDING_RESULT].first;
  push.layout_of = layoutWord(layoutOf(ordering));
  push.ties = comparesLastWord(ordering);
  const Conversion conversion = conversionOf(ordering);
  push.mask = conversion.mask;
  push.flip = conversion.flip;
  push.rotation = conversion.rotation;
  push.value_flip = conversion.value_flip;
  push.extra_flip = conversion.extra_flip;
  return push;
}

void dispatch(const VerifierState& state, VkCommandBuffer command_buffer, const VerifyPush& push) {
  constexpr std::uint32_t kTile = kVerifyWorkgroup << VKSORT_VERIFY_ELEMENTS_LOG2;
  const std::uint32_t groups = push.count == 0 ? 1 : (push.count - 1) / kTile + 1;
  const Grid grid = foldGrid(groups, state.max_groups_x);
  beginLabel(state.vk, command_buffer, "vksort verify");
  state.vk.CmdPushConstants(command_buffer, state.pipeline_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  state.vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
  endLabel(state.vk, command_buffer);
}

VerifyStatus misuse(VerifyStatus status) {
  VKSORT_ASSERT(describe(status));
  return status;
}

}  // namespace

VerifyStatus Verifier::record(VkCommandBuffer command_buffer, const VerifyInfo& info) const {
  if (!state_) return misuse(VerifyStatus::no_verifier);
  const VerifierState& state = *state_;
  Bindings bindings;
  const VerifyStatus status = check(state, command_buffer, info, bindings);
  if (status != VerifyStatus::ok) return misuse(status);

  state.vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE,
                           layoutOf(info.ordering).element == Element::triple ? state.triple_pipeline : state.pipeline);
  bindAll(state, command_buffer, bindings, info.descriptor_set);
  VerifyPush push = pushOf(info.ordering, bindings);
  dispatch(state, command_buffer, push);
  if (info.count == 0) return VerifyStatus::ok;

  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, kVerifyResult.access,
                                   kVerifyResult.access};
  state.vk.CmdPipelineBarrier(command_buffer, kVerifyResult.stages, kVerifyResult.stages, 0, 1, &barrier, 0, nullptr, 0,
                              nullptr);
  push.count = info.count;
  dispatch(state, command_buffer, push);
  return VerifyStatus::ok;
}

const char* describe(VerifyStatus status) {
  switch (status) {
    case VerifyStatus::ok:
      return "ok";
    case VerifyStatus::no_verifier:
      return "record(): the Verifier was never created, or was moved from";
    case VerifyStatus::null_command_buffer:
      return "record(): command_buffer must not be null";
    case VerifyStatus::wrong_ordering:
      return "record(): each member of VerifyInfo::ordering must be a value of its enumeration, and not both keys u64 "
             "and values interleaved";
    case VerifyStatus::null_keys_buffer:
      return "record(): VerifyInfo::keys.buffer must not be null";
    case VerifyStatus::null_values_buffer:
      return "record(): VerifyInfo::values.buffer must not be null when values are in a buffer of their own";
    case VerifyStatus::null_result_buffer:
      return "record(): VerifyInfo::result.buffer must not be null";
    case VerifyStatus::null_descriptor_set:
      return "record(): VerifyInfo::descriptor_set must not be null when push descriptors are not enabled";
    case VerifyStatus::needless_descriptor_set:
      return "record(): VerifyInfo::descriptor_set must be null when push descriptors are enabled";
    case VerifyStatus::misaligned_keys_offset:
      return "record(): VerifyInfo::keys.offset must be a multiple of the element size (4 bytes, 8 if "
             "interleaved or u64)";
    case VerifyStatus::misaligned_values_offset:
      return "record(): VerifyInfo::values.offset must be a multiple of 4 bytes";
    case VerifyStatus::misaligned_result_offset:
      return "record(): VerifyInfo::result.offset must be a multiple of 4 bytes";
    case VerifyStatus::keys_range_too_small:
      return "record(): VerifyInfo::first + count elements must fit VerifyInfo::keys.size";
    case VerifyStatus::values_range_too_small:
      return "record(): VerifyInfo::first + count elements must fit VerifyInfo::values.size";
    case VerifyStatus::result_range_too_small:
      return "record(): VerifyInfo::result.size must be at least 16 bytes";
    case VerifyStatus::keys_range_too_large:
      return "record(): the part of VerifyInfo::keys that is looked at, from the aligned offset below it, must not "
             "exceed maxStorageBufferRange";
    case VerifyStatus::values_range_too_large:
      return "record(): the part of VerifyInfo::values that is looked at, from the aligned offset below it, must not "
             "exceed maxStorageBufferRange";
    case VerifyStatus::overlapping_ranges:
      return "record(): VerifyInfo::keys and VerifyInfo::values must not overlap";
    case VerifyStatus::overlapping_result:
      return "record(): VerifyInfo::result must not overlap VerifyInfo::keys or VerifyInfo::values";
    case VerifyStatus::keys_range_past_buffer:
      return "record(): VerifyInfo::keys must lie inside its buffer";
    case VerifyStatus::values_range_past_buffer:
      return "record(): VerifyInfo::values must lie inside its buffer";
    case VerifyStatus::result_range_past_buffer:
      return "record(): VerifyInfo::result must lie inside its buffer";
  }
  return "unknown status";
}

}  // namespace vksort
