// Plans: the passes of a recording, without recording them.
#include "arguments.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kMaxAlignment = 256;  // that Vulkan allows minStorageBufferOffsetAlignment to be

// `state`: of the Sorter, whose pipelines may not all exist; or null.
std::uint32_t planOf(const Algorithms& all, const SorterState* state, const PlanInfo& info, PassPlan* out,
                     std::uint32_t capacity) {
  if (!areBitsOfKeys(all.configuration(), info.significant_bits)) return 0;
  if (info.segment_count != 0 && info.indirect) return 0;
  if (info.count > all.max_in_range) return 0;
  SortInfo sort;
  sort.count = info.count;
  sort.key_type = info.key_type;
  sort.nan_rule = info.nan_rule;
  sort.significant_bits = info.significant_bits;
  const CountSource count_source;
  const SegmentInfo segments = {.segment_count = info.segment_count, .max_segment = info.max_segment};
  const Recording recording = {sort, info.indirect ? &count_source : nullptr,
                               info.segment_count != 0 ? &segments : nullptr};
  const Request request = requestOf(recording, info.scratch ? kEnoughScratch : 0);
  Decision decision = state ? decide(*state, request) : decide(all, request);
  const Algorithms& algorithms = state ? levelFor(*state, request, decision, false).algorithms : all;
  std::uint32_t count = 0;
  addPasses(algorithms, request, decision, [&](const Pass& pass) {
    const std::uint32_t i = count++;
    if (!out || i >= capacity) return;
    const PassBytes bytes = bytesOf(algorithms, request, decision, pass);
    const bool waits = pass.wait == Wait::passes || pass.wait == Wait::passes_and_arguments;
    out[i] = {pass.label, pass.stage, pass.groups, waits, bytes.read, bytes.written};
  });
  return count;
}

}  // namespace

std::uint32_t plan(const Sorter& sorter, const PlanInfo& info, PassPlan* out, std::uint32_t capacity) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  return state ? planOf(state->algorithms(), state, info, out, capacity) : 0;
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
