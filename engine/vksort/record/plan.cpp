#include <initializer_list>

#include "create/fallback.h"
#include "record/check.h"
#include "sorts/sizes/classes.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kMaxAlignment = 256;  // maximum of minStorageBufferOffsetAlignment

struct Planned {
  const Algorithms& algorithms;
  const Algorithms* baseline;
  const SorterState* sorter;  // null without a device

  [[nodiscard]] Decision decide(const Request& request) const {
    return sorter ? sorter->decide(request) : decideStaged(algorithms, baseline, request);
  }
};

std::uint32_t planOf(const Planned& planned, const PlanInfo& info, PassPlan* out, std::uint32_t capacity) {
  const Algorithms& all = planned.algorithms;
  const bool is_wide = all.configuration().wide();
  const KeyType key_type = is_wide ? KeyType::u64 : info.key_type;
  if (!checkOrder(key_type, Order::ascending, info.nan_rule).ok() || (key_type == KeyType::u64) != is_wide) return 0;
  if (!checkBits(info.significant_bits, all.configuration().key_bits).ok()) return 0;
  if (info.segment_count != 0 && info.indirect) return 0;
  if (info.count > all.max_in_range) return 0;
  SortInfo sort{};
  sort.count = info.count;
  sort.key_type = key_type;
  sort.nan_rule = info.nan_rule;
  sort.significant_bits = info.significant_bits;
  const IndirectInfo indirect{};
  const SegmentInfo segments = {VK_NULL_HANDLE, 0, info.segment_count, info.max_segment, {}};
  const bool is_segmented = info.segment_count != 0;
  Request request = requestOf({sort, info.indirect ? &indirect : nullptr, is_segmented ? &segments : nullptr});
  if (info.scratch) request.scratch_words = kEnoughScratch;
  std::uint32_t count = 0;
  const auto add = [&](const Pass& pass) {
    const std::uint32_t i = count++;
    if (!out || i >= capacity) return;
    const bool waits = pass.wait == Wait::passes || pass.wait == Wait::passes_and_dispatch_words;
    out[i] = {kernelName(pass.kernel), pass.stage, pass.groups, waits};
  };
  Decision decision = planned.decide(request);
  if (planned.sorter) {
    const Chosen chosen = planned.sorter->choosePipelines(request, decision);
    addPasses(chosen.pipelines.algorithms, request, decision, add);
  } else {
    addPasses(all, request, decision, add);
  }
  return count;
}

std::uint32_t orMinimum(std::uint32_t limit, std::uint32_t minimum) { return limit != 0 ? limit : minimum; }

struct PlannedSorter {
  Algorithms algorithms;
  Algorithms baseline;  // only with staged creation
  bool is_staged;
  bool pins_subgroups;
};

// Fails like create().
VkResult planSorter(const SorterInfo& info, const Tuning* tuning, const PlanDevice& device, PlannedSorter& out) {
  DeviceFacts facts{};
  facts.limits.workgroup_invocations = orMinimum(device.workgroup_invocations, kMinInvocations);
  facts.limits.shared_memory_bytes = orMinimum(device.shared_memory_bytes, kMinSharedBytes);
  facts.limits.vendor_id = device.vendor_id;
  facts.limits.is_software = device.type == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const std::uint32_t own = device.subgroup_size;
  const SubgroupSizes sizes = {own, orMinimum(device.min_subgroup_size, own), orMinimum(device.max_subgroup_size, own),
                               device.max_subgroups};
  out.pins_subgroups = chooseSubgroups(sizes, facts.limits);
  constexpr VkDeviceSize kMinRange = VkDeviceSize{1} << 27;
  facts.record_limits = {kMaxAlignment, device.max_storage_range != 0 ? device.max_storage_range : kMinRange,
                         orMinimum(device.max_storage_buffers, 4), orMinimum(device.max_groups_x, 65535)};
  if (validateChoices(info)) return VK_ERROR_INITIALIZATION_FAILED;
  const Configuration configuration = configurationOf(info);
  const bool is_device =
      facts.limits.workgroup_invocations >= kMinInvocations && facts.limits.shared_memory_bytes >= kMinSharedBytes;
  Fallback fallback{};
  fallback.baseline = configuration.baseline;
  if (tuning) fallback.tuning = *tuning;
  const Failure failure = findAlgorithms(configuration, facts, fallback, out.algorithms);
  if (!is_device || !failure.ok()) return VK_ERROR_FEATURE_NOT_PRESENT;
  const bool is_staged = info.creation && info.creation->staged && !configuration.baseline;
  out.is_staged = is_staged && kernelsOf(out.algorithms).any() && findBaseline(configuration, facts, out.baseline);
  return VK_SUCCESS;
}

std::uint32_t planWithout(const SorterInfo& sorter, const Tuning* tuning, const PlanDevice& device,
                          const PlanInfo& info, PassPlan* out, std::uint32_t capacity) {
  PlannedSorter planned{};
  if (planSorter(sorter, tuning, device, planned) != VK_SUCCESS) return 0;
  return planOf({planned.algorithms, planned.is_staged ? &planned.baseline : nullptr, nullptr}, info, out, capacity);
}

}  // namespace

std::uint32_t planTuned(const SorterInfo& sorter, const Tuning& tuning, const PlanDevice& device, const PlanInfo& info,
                        PassPlan* out, std::uint32_t capacity) {
  return planWithout(sorter, &tuning, device, info, out, capacity);
}

}  // namespace vksort

uint32_t vksortPlan(vksortSorter sorter, const vksortPlanInfo* info, vksortPassPlan* out, uint32_t capacity) {
  return sorter && info ? vksort::planOf({sorter->algorithms(), nullptr, sorter}, *info, out, capacity) : 0;
}

uint32_t vksortPlanForDevice(const vksortSorterInfo* sorter, const vksortPlanDevice* device, const vksortPlanInfo* info,
                             vksortPassPlan* out, uint32_t capacity) {
  if (!sorter || !device || !info) return 0;
  return vksort::planWithout(*sorter, nullptr, *device, *info, out, capacity);
}

VkResult vksortPlanPipelines(const vksortSorterInfo* sorter, const vksortPlanDevice* device,
                             void (*receive)(void* context, const vksortPipelinePlan* pipeline), void* context) {
  if (!sorter || !device || !receive) return VK_ERROR_INITIALIZATION_FAILED;
  vksort::PlannedSorter planned{};
  VkResult result = planSorter(*sorter, nullptr, *device, planned);
  if (result != VK_SUCCESS) return result;
  const std::uint32_t bindings =
      bindingsOf(planned.algorithms) | (planned.is_staged ? bindingsOf(planned.baseline) : 0);
  for (const vksort::Algorithms* algorithms : {&planned.baseline, &planned.algorithms}) {
    const bool exists = algorithms == &planned.algorithms || planned.is_staged;
    const vksort::KernelSet kernels = exists ? kernelsOf(*algorithms) : vksort::KernelSet{};
    for (std::uint32_t kernel = 0; kernel < vksort::kKernelCount; ++kernel) {
      if (!kernels[kernel]) continue;
      const vksort::PipelineSource source = sourceOf(*algorithms, kernel);
      vksort::ModuleWords code;
      result = code.open(source.module);
      if (result != VK_SUCCESS) return result;
      const vksortPipelinePlan plan = {vksort::kernelName(kernel),
                                       code.words,
                                       source.module.bytes,
                                       source.constants,
                                       source.constant_count,
                                       source.stageFlags(),
                                       planned.pins_subgroups ? source.subgroup_size : 0,
                                       bindings,
                                       vksort::kPushBytes};
      receive(context, &plan);
    }
  }
  return VK_SUCCESS;
}
