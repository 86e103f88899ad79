#include "device/log.h"
#include "record/check.h"
#include "request/request.h"
#include "sort/interface.h"
#include "toolkit/verifier_state.h"
#include "toolkit/verify_interface.h"

namespace vksort {
namespace {

enum Verified : std::uint32_t { kVerifiedKeys, kVerifiedPayload, kVerifiedResult, kVerified };

Layout elementsOf(const Ordering& ordering) { return layoutOf(ordering.key_type == KeyType::u64, ordering.payload); }

RecordStatus checkOrdering(const Ordering& ordering) {
  RecordStatus status = checkOrder(ordering.key_type, ordering.order, ordering.nan_rule);
  if (status.ok() && !exists(ordering.payload, Payload::interleaved)) {
    status = broken(Argument::ordering, "payload", Fault::invalid, "$m is $g and must be a value of Payload",
                    static_cast<std::uint32_t>(ordering.payload));
  }
  status.argument = status.ok() ? Argument::none : Argument::ordering;
  return status;
}

using VerifyBindings = Binding[kMaxBindings];  // indexed by VKSORT_VERIFY_BINDING_*

RecordStatus check(const VerifierState& state, VkCommandBuffer command_buffer, const VerifyInfo& info,
                   VerifyBindings& out) {
  const Pipelines& pipelines = state.pipelines;
  if (!command_buffer) return isNull(Argument::command_buffer, "command_buffer");
  RecordStatus status = checkOrdering(info.ordering);
  if (status.ok()) status = checkDescriptorSet(pipelines, info.descriptor_set);
  if (!status.ok()) return status;
  const Layout layout = elementsOf(info.ordering);
  const bool has_keys = info.count != 0;
  const bool split = has_keys && layout.split;
  const Part keys_part = {info.first, info.count, layout.key_bytes, layout.alignment};
  UsedRange ranges[kVerified] = {
      {Argument::keys, "keys", info.keys, keys_part, has_keys, true},
      {Argument::payload, "payload", info.payload, {info.first, info.count, 4, 4}, split, true},
      {Argument::result, "result", info.result, {0, sizeof(VerifyResult) / 4, 4, 4}, true}};
  if (!layout.split && info.payload.buffer) {
    return broken(Argument::payload, "payload", Fault::unexpected,
                  "$m must be null, because ordering.payload is none or interleaved");
  }
  placeRanges(ranges, kVerified, pipelines.limits.offset_alignment);
  status = firstFault(pipelines, ranges, kVerified);
  if (!status.ok()) return status;

  // The shader declares all bindings, so unused bindings get the range of another one.
  const Binding& result = ranges[kVerifiedResult].binding;
  const Binding& keys = has_keys ? ranges[kVerifiedKeys].binding : result;
  out[VKSORT_VERIFY_BINDING_KEYS] = keys;
  out[VKSORT_VERIFY_BINDING_PAYLOAD] = split ? ranges[kVerifiedPayload].binding : keys;
  out[VKSORT_VERIFY_BINDING_RESULT] = result;
  return {};
}

VerifyPush verifyPush(const Ordering& ordering, const VerifyBindings& bindings) {
  VerifyPush push{};
  push.first_key = bindings[VKSORT_VERIFY_BINDING_KEYS].first;
  push.first_payload = bindings[VKSORT_VERIFY_BINDING_PAYLOAD].first;
  push.first_result = bindings[VKSORT_VERIFY_BINDING_RESULT].first;
  const Layout layout = elementsOf(ordering);
  push.interleaved = layout.interleaved;
  push.has_payloads = layout.split;
  push.ties = ordering.payload == Payload::none || ordering.payloads_ascend;
  const Conversion conversion = conversionOf(ordering.key_type, ordering.order, ordering.nan_rule);
  push.mask = conversion.mask;
  push.flip = conversion.flip;
  push.rotation = conversion.rotation;
  push.low_flip = conversion.low_flip;
  return push;
}

void dispatch(const VerifierState& state, VkCommandBuffer command_buffer, const VerifyPush& push) {
  constexpr std::uint32_t kTile = kVerifyWorkgroup << VKSORT_VERIFY_ELEMENTS_LOG2;
  const std::uint32_t groups = push.count == 0 ? 1 : (push.count - 1) / kTile + 1;
  const Grid grid = foldGrid(groups, state.pipelines.limits.max_groups_x);
  const DeviceFunctions& vk = state.pipelines.vk;
  beginLabel(vk, command_buffer, "vksort verify");
  vk.CmdPushConstants(command_buffer, state.pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
  endLabel(vk, command_buffer);
}

RecordStatus recordVerify(const VerifierState& state, VkCommandBuffer command_buffer, const VerifyInfo& info) {
  VerifyBindings bindings{};
  const RecordStatus status = check(state, command_buffer, info, bindings);
  if (!status.ok()) return status;

  const DeviceFunctions& vk = state.pipelines.vk;
  const std::uint32_t index = elementsOf(info.ordering).element == Element::triple ? 1 : 0;
  vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, state.pipelines.list[index]);
  state.pipelines.bindBuffers(command_buffer, info.descriptor_set, bindings);
  VerifyPush push = verifyPush(info.ordering, bindings);
  dispatch(state, command_buffer, push);
  if (info.count == 0) return {};

  recordBarrier(vk, command_buffer, kShaders, kShaders);
  push.count = info.count;
  dispatch(state, command_buffer, push);
  return {};
}

}  // namespace
}  // namespace vksort

vksortRecordStatus vksortRecordVerify(vksortVerifier verifier, VkCommandBuffer command_buffer,
                                      const vksortVerifyInfo* info) {
  vksort::RecordStatus status = vksort::isNull(vksort::Argument::sorter, "verifier");
  if (verifier) {
    status =
        info ? vksort::recordVerify(*verifier, command_buffer, *info) : vksort::isNull(vksort::Argument::info, "info");
  }
  return vksort::finish("vksortRecordVerify", verifier, status);
}
