// Recording a verification: checks the arguments, binds the ranges, clears the result, looks at the elements.
#include "configuration.h"
#include "misuse.h"
#include "sort/verify/interface.h"
#include "verifier/state.h"
#include "vulkan/grid.h"
#include "vulkan/ranges.h"

namespace vksort {
namespace {

enum Verified : std::uint32_t { kVerifiedKeys, kVerifiedValues, kVerifiedResult, kVerified };

// By argument, and by fault from Fault::null on; ok where the fault cannot be.
constexpr VerifyStatus kVerifyFaults[kVerified][6] = {
    {VerifyStatus::null_keys_buffer, VerifyStatus::misaligned_keys_offset, VerifyStatus::keys_range_too_small,
     VerifyStatus::keys_range_too_large, VerifyStatus::ok, VerifyStatus::keys_range_past_buffer},
    {VerifyStatus::null_values_buffer, VerifyStatus::misaligned_values_offset, VerifyStatus::values_range_too_small,
     VerifyStatus::values_range_too_large, VerifyStatus::overlapping_ranges, VerifyStatus::values_range_past_buffer},
    {VerifyStatus::null_result_buffer, VerifyStatus::misaligned_result_offset, VerifyStatus::result_range_too_small,
     VerifyStatus::ok, VerifyStatus::overlapping_result, VerifyStatus::result_range_past_buffer},
};

// By binding.
struct VerifyBindings {
  Binding list[VKSORT_VERIFY_BINDING_COUNT];
};

// Checks the arguments in the order of VerifyStatus; fills `out` if they are right.
VerifyStatus check(const VerifierState& state, VkCommandBuffer command_buffer, const VerifyInfo& info,
                   VerifyBindings& out) {
  const Pipelines& pipelines = state.pipelines;
  const Layout layout = layoutOf(info.ordering);
  const bool has_keys = info.count != 0;
  const bool split = has_keys && layout.split;
  Argument arguments[kVerified] = {{info.keys, {info.first, info.count, layout.key_bytes}, has_keys, true},
                                   {info.values, {info.first, info.count, 4}, split, true},
                                   {info.result, {0, sizeof(VerifyResult) / 4, 4}}};
  const Ladder ladder = {pipelines.vk, pipelines.device, state.limits.offset_alignment, state.limits.max_range};
  VerifyStatus status = VerifyStatus::ok;
  const auto climb = [&](Fault from, Fault to) {
    const FaultyArgument found = ladder.climb(arguments, 0, kVerified, from, to);
    if (found.fault != Fault::none) status = kVerifyFaults[found.index][static_cast<std::uint32_t>(found.fault) - 1];
    return status == VerifyStatus::ok;
  };
  if (!command_buffer) return VerifyStatus::null_command_buffer;
  if (!isRight(info.ordering)) return VerifyStatus::wrong_ordering;
  if (!climb(Fault::null, Fault::null)) return status;
  if (!pipelines.push_descriptor && !info.descriptor_set) return VerifyStatus::null_descriptor_set;
  if (pipelines.push_descriptor && info.descriptor_set) return VerifyStatus::needless_descriptor_set;
  if (!layout.split && info.values.buffer) return VerifyStatus::needless_values;
  if (!climb(Fault::misaligned, Fault::past_buffer)) return status;

  // The shader names all bindings; those without a range of their own get another's.
  const Binding& result = arguments[kVerifiedResult].binding;
  const Binding& keys = has_keys ? arguments[kVerifiedKeys].binding : result;
  out.list[VKSORT_VERIFY_BINDING_KEYS] = keys;
  out.list[VKSORT_VERIFY_BINDING_VALUES] = split ? arguments[kVerifiedValues].binding : keys;
  out.list[VKSORT_VERIFY_BINDING_RESULT] = result;
  return VerifyStatus::ok;
}

void bindAll(const VerifierState& state, VkCommandBuffer command_buffer, const VerifyBindings& bindings,
             VkDescriptorSet set) {
  const VkDescriptorBufferInfo* buffers[kMaxBindings] = {};
  static_assert(VKSORT_VERIFY_BINDING_COUNT <= kMaxBindings);
  for (std::uint32_t i = 0; i < VKSORT_VERIFY_BINDING_COUNT; ++i) buffers[i] = &bindings.list[i].buffer;
  bindBuffers(command_buffer, state.pipelines.bindTarget(set), buffers);
}

std::uint32_t layoutWord(const Layout& layout) {
  if (layout.interleaved != 0) return layout.interleaved == 1 ? VKSORT_VERIFY_INTERLEAVED : VKSORT_VERIFY_WIDE;
  return layout.split ? VKSORT_VERIFY_SPLIT : VKSORT_VERIFY_KEYS;
}

VerifyPush pushOf(const Ordering& ordering, const VerifyBindings& bindings) {
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
  push.second_flip = conversion.second_flip;
  push.third_flip = conversion.third_flip;
  return push;
}

void dispatch(const VerifierState& state, VkCommandBuffer command_buffer, const VerifyPush& push) {
  constexpr std::uint32_t kTile = kVerifyWorkgroup << VKSORT_VERIFY_ELEMENTS_LOG2;
  const std::uint32_t groups = push.count == 0 ? 1 : (push.count - 1) / kTile + 1;
  const Grid grid = foldGrid(groups, state.limits.max_groups_x);
  const DeviceFunctions& vk = state.pipelines.vk;
  beginLabel(vk, command_buffer, "vksort verify");
  vk.CmdPushConstants(command_buffer, state.pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
  endLabel(vk, command_buffer);
}

VerifyStatus misuse(VerifyStatus status) {
  VKSORT_ASSERT(describe(status));
  return status;
}

}  // namespace

VerifyStatus Verifier::record(VkCommandBuffer command_buffer, const VerifyInfo& info) const {
  if (!state_) return misuse(VerifyStatus::no_verifier);
  const VerifierState& state = *state_;
  VerifyBindings bindings;
  const VerifyStatus status = check(state, command_buffer, info, bindings);
  if (status != VerifyStatus::ok) return misuse(status);

  const DeviceFunctions& vk = state.pipelines.vk;
  const std::uint32_t index = layoutOf(info.ordering).element == Element::triple ? kVerifyTriples : kVerify;
  vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, state.pipelines.list[index]);
  bindAll(state, command_buffer, bindings, info.descriptor_set);
  VerifyPush push = pushOf(info.ordering, bindings);
  dispatch(state, command_buffer, push);
  if (info.count == 0) return VerifyStatus::ok;

  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, kVerifyResult.access,
                                   kVerifyResult.access};
  vk.CmdPipelineBarrier(command_buffer, kVerifyResult.stages, kVerifyResult.stages, 0, 1, &barrier, 0, nullptr, 0,
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
      return "record(): the parts of VerifyInfo::keys and VerifyInfo::values that are looked at must not overlap";
    case VerifyStatus::overlapping_result:
      return "record(): VerifyInfo::result must not overlap the parts of VerifyInfo::keys and VerifyInfo::values that "
             "are looked at";
    case VerifyStatus::keys_range_past_buffer:
      return "record(): VerifyInfo::keys must lie inside its buffer";
    case VerifyStatus::values_range_past_buffer:
      return "record(): VerifyInfo::values must lie inside its buffer";
    case VerifyStatus::result_range_past_buffer:
      return "record(): VerifyInfo::result must lie inside its buffer";
    case VerifyStatus::needless_values:
      return "record(): VerifyInfo::values.buffer must be null when no values are in a buffer of their own";
  }
  return "unknown status";
}

}  // namespace vksort
