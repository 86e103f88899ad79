// Plans: the passes of a recording, without recording them.
#include "arguments.h"
#include "sorter_state.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kMaxAlignment = 256;  // that Vulkan allows minStorageBufferOffsetAlignment to be

Request requestOf(const Algorithms& algorithms, const PlanInfo& info) {
  Request request{};
  request.segments = info.segment_count != 0;
  request.segment_count = info.segment_count <= kMaxSegments ? info.segment_count : 0;
  const bool limited = request.segments && info.max_segment != 0 && info.max_segment < info.count;
  request.count = limited ? info.max_segment : info.count;
  request.indirect = info.indirect;
  if (info.scratch && !request.segments) request.scratch_words = scratchWords(algorithms, info.count);
  request.conversion = conversionOf(info.key_type, Order::ascending, info.nan_rule, info.significant_bits);
  request.bits = info.significant_bits;
  return request;
}

// `state`: of the Sorter, whose pipelines may not all exist; or null.
std::uint32_t planOf(const Algorithms& all, const SorterState* state, const PlanInfo& info, PassPlan* out,
                     std::uint32_t capacity) {
  if (!areBitsOfKeys(all.configuration(), info.significant_bits)) return 0;
  if (info.segment_count != 0 && info.indirect) return 0;
  if (info.count > all.max_in_range) return 0;
  const Request request = requestOf(all, info);
  PassList list;
  if (!state) passesOf(all, request, list);
  const Algorithms& algorithms = state && passesOf(*state, request, list) ? state->baseline : all;
  for (std::uint32_t i = 0; out && i < list.count && i < capacity; ++i) {
    const Pass& pass = list.passes[i];
    const PassBytes bytes = bytesOf(algorithms, request, pass);
    const bool waits = pass.wait == Wait::passes || pass.wait == Wait::passes_and_arguments;
    out[i] = {pass.label, pass.stage, pass.groups, waits, bytes.read, bytes.written};
  }
  return list.count;
}

}  // namespace

std::uint32_t plan(const Sorter& sorter, const PlanInfo& info, PassPlan* out, std::uint32_t capacity) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  return state ? planOf(state->algorithms, state, info, out, capacity) : 0;
}

std::uint32_t plan(const SorterInfo& sorter, const PlanDevice& device, const PlanInfo& info, PassPlan* out,
                   std::uint32_t capacity) {
  const bool has_subgroups = isUsableSubgroup(device.subgroup_size);
  const DeviceLimits limits = {device.workgroup_invocations, device.shared_memory_bytes,
                               has_subgroups ? device.subgroup_size : 0, device.vendor_id,
                               has_subgroups ? device.workgroup_invocations : 0};
  if (limits.workgroup_invocations < kMinInvocations || limits.shared_memory_bytes < kMinSharedBytes) return 0;
  if (validateChoices(sorter) || validateTuning(sorter, limits)) return 0;
  const RecordLimits record_limits = {kMaxAlignment, device.max_storage_range, device.max_storage_buffers,
                                      device.max_groups_x == 0 ? 1 : device.max_groups_x};
  const Algorithms algorithms = algorithmsFor(sorter, limits, record_limits);
  return lackOf(algorithms) ? 0 : planOf(algorithms, nullptr, info, out, capacity);
}

}  // namespace vksort
