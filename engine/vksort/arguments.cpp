#include "arguments.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kWord = 4;

enum Name : std::uint32_t { kKeys, kValues, kCount, kLists, kState, kScratch, kArguments };

// By argument, and by fault from Fault::null on; ok where the fault cannot be.
constexpr SortStatus kFaults[kArguments][6] = {
    {SortStatus::null_keys_buffer, SortStatus::misaligned_keys_offset, SortStatus::keys_range_too_small,
     SortStatus::keys_range_too_large, SortStatus::ok, SortStatus::keys_range_past_buffer},
    {SortStatus::null_values_buffer, SortStatus::misaligned_values_offset, SortStatus::values_range_too_small,
     SortStatus::values_range_too_large, SortStatus::overlapping_ranges, SortStatus::values_range_past_buffer},
    {SortStatus::null_count_buffer, SortStatus::misaligned_count_offset, SortStatus::ok, SortStatus::ok,
     SortStatus::overlapping_count, SortStatus::count_past_buffer},
    {SortStatus::null_lists_buffer, SortStatus::misaligned_lists_offset, SortStatus::ok, SortStatus::ok,
     SortStatus::overlapping_lists, SortStatus::lists_past_buffer},
    {SortStatus::null_state_buffer, SortStatus::misaligned_state_offset, SortStatus::state_range_too_small,
     SortStatus::ok, SortStatus::overlapping_state, SortStatus::state_range_past_buffer},
    {SortStatus::null_scratch_buffer, SortStatus::misaligned_scratch_offset, SortStatus::scratch_range_too_small,
     SortStatus::ok, SortStatus::overlapping_scratch, SortStatus::scratch_range_past_buffer},
};

SortStatus statusOf(const FaultyArgument& found) {
  if (found.fault == Fault::none) return SortStatus::ok;
  return kFaults[found.index][static_cast<std::uint32_t>(found.fault) - 1];
}

}  // namespace

SortStatus check(const SorterState& state, VkCommandBuffer command_buffer, const SortInfo& info, Bindings& out) {
  const Configuration& configuration = state.algorithms.configuration();
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
  const bool lent = info.scratch.buffer != VK_NULL_HANDLE;
  const bool is_wanted = lent || mustBeLent(state.algorithms, info.count);
  const auto scratch_words = static_cast<std::uint32_t>(is_wanted ? scratchWords(state.algorithms, info.count) : 0);
  const bool scratch = scratch_words != 0;
  arguments[kScratch] = {info.scratch, {0, scratch_words, kWord}, scratch};
  const Ladder ladder = {pipelines.vk, pipelines.device, state.limits.offset_alignment, state.limits.max_range};
  SortStatus status = SortStatus::ok;
  const auto climb = [&](std::uint32_t begin, std::uint32_t end, Fault from, Fault to) {
    status = statusOf(ladder.climb(arguments, begin, end, from, to));
    return status == SortStatus::ok;
  };

  if (!command_buffer) return SortStatus::null_command_buffer;
  if (amountOf(state, info).count > state.algorithms.most()) return SortStatus::above_max_count;
  if (!climb(kKeys, kCount, Fault::null, Fault::null)) return status;
  if (!pipelines.push_descriptor && !info.descriptor_set) return SortStatus::null_descriptor_set;
  if (pipelines.push_descriptor && info.descriptor_set) return SortStatus::needless_descriptor_set;
  if (state.hook_set && !info.hook_set) return SortStatus::null_hook_set;
  if (!state.hook_set && info.hook_set) return SortStatus::needless_hook_set;
  if (!climb(kKeys, kCount, Fault::misaligned, Fault::past_buffer)) return status;
  if (!configuration.layout.split && info.values.buffer) return SortStatus::needless_values;
  if (!mode.device_count && info.device_count.buffer) return SortStatus::needless_device_count;
  if (!mode.lists && info.lists.buffer) return SortStatus::needless_lists;
  if (!mode.takesState() && info.state.buffer) return SortStatus::needless_state;
  if (!climb(kCount, kArguments, Fault::null, Fault::misaligned)) return status;
  if (mode.lists && info.lists.list_count > kMaxLists) return SortStatus::too_many_lists;
  if (!climb(kCount, kArguments, Fault::too_small, Fault::past_buffer)) return status;

  out.keys = arguments[kKeys].binding;
  out.values = arguments[configuration.layout.split ? kValues : kKeys].binding;
  out.counts = mode.lists          ? arguments[kState].binding
               : mode.device_count ? arguments[kCount].binding
                                   : unusedWord(out.keys, state.limits.offset_alignment);
  out.state = mode.lists ? Binding{} : arguments[kState].binding;
  out.lists = arguments[kLists].binding;
  out.scratch = scratch ? arguments[kScratch].binding : out.counts;
  return SortStatus::ok;
}

Amount amountOf(const SorterState& state, const SortInfo& info) {
  if (!state.algorithms.configuration().mode.lists) return {info.count, 1, info.scratch.buffer != VK_NULL_HANDLE};
  const std::uint32_t largest = info.lists.largest;
  return {largest == 0 || largest > info.count ? info.count : largest, info.lists.list_count, false};
}

}  // namespace vksort
