#include "arguments.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kWord = 4;

enum Name : std::uint32_t { kKeys, kValues, kCount, kLists, kState, kArguments };

// By argument, and by fault from Fault::null on; ok where the fault cannot be.
constexpr Status kFaults[kArguments][6] = {
    {Status::null_keys_buffer, Status::misaligned_keys_offset, Status::keys_range_too_small,
     Status::keys_range_too_large, Status::ok, Status::keys_range_past_buffer},
    {Status::null_values_buffer, Status::misaligned_values_offset, Status::values_range_too_small,
     Status::values_range_too_large, Status::overlapping_ranges, Status::values_range_past_buffer},
    {Status::null_count_buffer, Status::misaligned_count_offset, Status::ok, Status::ok, Status::overlapping_count,
     Status::count_past_buffer},
    {Status::null_lists_buffer, Status::misaligned_lists_offset, Status::ok, Status::ok, Status::overlapping_lists,
     Status::lists_past_buffer},
    {Status::null_state_buffer, Status::misaligned_state_offset, Status::state_range_too_small, Status::ok,
     Status::overlapping_state, Status::state_range_past_buffer},
};

Status statusOf(const FaultyArgument& found) {
  if (found.fault == Fault::none) return Status::ok;
  return kFaults[found.index][static_cast<std::uint32_t>(found.fault) - 1];
}

}  // namespace

Status check(const SorterState& state, VkCommandBuffer command_buffer, const SortInfo& info, Bindings& out) {
  const Configuration& configuration = state.algorithm.configuration();
  const Mode& mode = configuration.mode;
  const Pipelines& pipelines = state.pipelines;
  const std::uint32_t list_words = info.lists.list_count * 2;
  const VkDeviceSize state_bytes = mode.lists ? listStateBytes(info.lists.list_count) : kStateBytes;

  Argument arguments[kArguments]{};
  arguments[kKeys] = {info.keys, {info.first, info.count, configuration.layout.key_bytes}, true, true};
  arguments[kValues] = {info.values, {info.first, info.count, kWord}, configuration.layout.split, true};
  arguments[kCount] = {{info.device_count.buffer, info.device_count.offset, kWord}, {0, 1, kWord}, mode.device_count};
  arguments[kLists] = {{info.lists.buffer, info.lists.offset, list_words * kWord}, {0, list_words, kWord}, mode.lists};
  arguments[kState] = {info.state, {0, static_cast<std::uint32_t>(state_bytes / kWord), kWord}, mode.takesState()};
  const Ladder ladder = {pipelines.vk, pipelines.device, state.limits.offset_alignment, state.limits.max_range};
  Status status = Status::ok;
  const auto climb = [&](std::uint32_t begin, std::uint32_t end, Fault from, Fault to) {
    status = statusOf(ladder.climb(arguments, begin, end, from, to));
    return status == Status::ok;
  };

  if (!command_buffer) return Status::null_command_buffer;
  if (!climb(kKeys, kCount, Fault::null, Fault::null)) return status;
  if (!pipelines.push_descriptor && !info.descriptor_set) return Status::null_descriptor_set;
  if (pipelines.push_descriptor && info.descriptor_set) return Status::needless_descriptor_set;
  if (state.hook_set && !info.hook_set) return Status::null_hook_set;
  if (!state.hook_set && info.hook_set) return Status::needless_hook_set;
  if (!climb(kKeys, kCount, Fault::misaligned, Fault::past_buffer)) return status;
  if (!mode.device_count && info.device_count.buffer) return Status::needless_device_count;
  if (!mode.lists && info.lists.buffer) return Status::needless_lists;
  if (!mode.takesState() && info.state.buffer) return Status::needless_state;
  if (!climb(kCount, kArguments, Fault::null, Fault::misaligned)) return status;
  if (mode.lists && info.lists.list_count > kMaxLists) return Status::too_many_lists;
  if (!climb(kCount, kArguments, Fault::too_small, Fault::past_buffer)) return status;

  out.keys = arguments[kKeys].binding;
  out.values = arguments[configuration.layout.split ? kValues : kKeys].binding;
  out.counts = mode.lists          ? arguments[kState].binding
               : mode.device_count ? arguments[kCount].binding
                                   : unusedWord(out.keys, state.limits.offset_alignment);
  out.state = mode.lists ? Binding{} : arguments[kState].binding;
  out.lists = arguments[kLists].binding;
  return Status::ok;
}

Amount amountOf(const SorterState& state, const SortInfo& info) {
  if (!state.algorithm.configuration().mode.lists) return {info.count, 1};
  const std::uint32_t largest = info.lists.largest;
  return {largest == 0 || largest > info.count ? info.count : largest, info.lists.list_count};
}

}  // namespace vksort
