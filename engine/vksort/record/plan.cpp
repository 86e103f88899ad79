// Plans: the passes of a recording, without recording them.
#include <initializer_list>

#include "create/fallback.h"
#include "record/check.h"
#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kMaxAlignment = 256;  // that Vulkan allows minStorageBufferOffsetAlignment to be

// `state`: of the Sorter, whose pipelines may not all exist; or null. Then `baseline` is that of staged creation, or
// null.
std::uint32_t planOf(const Algorithms& all, const Algorithms* baseline, const SorterState* state, const PlanInfo& info,
                     PassPlan* out, std::uint32_t capacity) {
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
  Decision decision = state ? decide(*state, request) : decide(all, baseline, request);
  const Algorithms& algorithms = state ? levelFor(*state, request, decision, false).algorithms : all;
  std::uint32_t count = 0;
  addPasses(algorithms, request, decision, [&](const Pass& pass) {
    const std::uint32_t i = count++;
    if (!out || i >= capacity) return;
    const bool waits = pass.wait == Wait::passes || pass.wait == Wait::passes_and_dispatch_words;
    out[i] = {kernelName(pass.kernel), pass.stage, pass.groups, waits};
  });
  return count;
}

// A Sorter on a device that need not exist.
struct PlannedSorter {
  Algorithms algorithms;
  Algorithms baseline;  // of staged creation
  bool is_staged;
  bool pins_subgroups;
};

// Errors: as create(). `tuning` may be null.
VkResult planSorter(const SorterInfo& info, const Tuning* tuning, const PlanDevice& device, PlannedSorter& out) {
  const std::uint32_t invocations = device.workgroup_invocations;
  DeviceFacts facts{};  // of no known driver
  facts.limits.workgroup_invocations = invocations;
  facts.limits.shared_memory_bytes = device.shared_memory_bytes;
  facts.limits.vendor_id = device.vendor_id;
  facts.limits.is_software = device.type == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const std::uint32_t own = device.subgroup_size;
  const SubgroupSizes sizes = {own, device.min_subgroup_size != 0 ? device.min_subgroup_size : own,
                               device.max_subgroup_size != 0 ? device.max_subgroup_size : own,
                               device.max_subgroups != 0, device.max_subgroups};
  out.pins_subgroups = chooseSubgroups(sizes, facts.limits);
  facts.record_limits = {kMaxAlignment, device.max_storage_range, device.max_storage_buffers,
                         device.max_groups_x == 0 ? 1 : device.max_groups_x};
  if (validateChoices(info)) return VK_ERROR_INITIALIZATION_FAILED;
  const bool is_device = invocations >= kMinInvocations && device.shared_memory_bytes >= kMinSharedBytes;
  Problem problem{};
  Allowed allowed{};
  if (tuning) allowed.tuning = *tuning;
  if (!is_device || findAlgorithms(info, facts, allowed, out.algorithms, problem)) return VK_ERROR_FEATURE_NOT_PRESENT;
  out.is_staged = kernelsOf(out.algorithms).any() && findBaseline(info, facts, out.baseline);
  return VK_SUCCESS;
}

// Plans without a device. `tuning` may be null.
std::uint32_t planWithout(const SorterInfo& sorter, const Tuning* tuning, const PlanDevice& device,
                          const PlanInfo& info, PassPlan* out, std::uint32_t capacity) {
  PlannedSorter planned{};
  if (planSorter(sorter, tuning, device, planned) != VK_SUCCESS) return 0;
  const Algorithms* const baseline = planned.is_staged ? &planned.baseline : nullptr;
  return planOf(planned.algorithms, baseline, nullptr, info, out, capacity);
}

}  // namespace

std::uint32_t plan(const Sorter& sorter, const PlanInfo& info, PassPlan* out, std::uint32_t capacity) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  return state ? planOf(state->algorithms(), nullptr, state, info, out, capacity) : 0;
}

std::uint32_t plan(const SorterInfo& sorter, const PlanDevice& device, const PlanInfo& info, PassPlan* out,
                   std::uint32_t capacity) {
  return planWithout(sorter, nullptr, device, info, out, capacity);
}

std::uint32_t planTuned(const SorterInfo& sorter, const Tuning& tuning, const PlanDevice& device, const PlanInfo& info,
                        PassPlan* out, std::uint32_t capacity) {
  return planWithout(sorter, &tuning, device, info, out, capacity);
}

VkResult planPipelines(const SorterInfo& sorter, const PlanDevice& device,
                       void (*take)(void* context, const PipelinePlan& pipeline), void* context) {
  PlannedSorter planned{};
  VkResult result = planSorter(sorter, nullptr, device, planned);
  if (result != VK_SUCCESS) return result;
  const std::uint32_t bindings =
      bindingsOf(planned.algorithms) | (planned.is_staged ? bindingsOf(planned.baseline) : 0);
  for (const Algorithms* algorithms : {&planned.baseline, &planned.algorithms}) {
    const bool exists = algorithms == &planned.algorithms || planned.is_staged;
    const KernelSet kernels = exists ? kernelsOf(*algorithms) : KernelSet{};
    for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
      if (!kernels[kernel]) continue;
      const PipelineSource source = sourceOf(*algorithms, kernel);
      ModuleWords code;
      result = code.open(source.module);
      if (result != VK_SUCCESS) return result;
      take(context, {kernelName(kernel), code.words, source.module.bytes, source.constants, source.constant_count,
                     source.stageFlags(), planned.pins_subgroups ? source.subgroup_size : 0, bindings, kPushBytes});
    }
  }
  return VK_SUCCESS;
}

}  // namespace vksort
