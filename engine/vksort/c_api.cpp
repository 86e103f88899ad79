// The C API: each function converts its structs, and calls its twin.
#include "c_api.h"

#include "vksort_verify.h"

using namespace vksort;
using std::bit_cast;

VKSORT_SIZED(VKSORT_INIT)

const char* vksortDescribe(vksortRecordStatus status) { return describe(bit_cast<RecordStatus>(status)); }
vksortAccess vksortBefore(void) { return bit_cast<vksortAccess>(kBefore); }
vksortAccess vksortAfter(void) { return bit_cast<vksortAccess>(kAfter); }
vksortSupport vksortQuerySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                 VkPhysicalDevice physical_device, uint32_t api_version) {
  return bit_cast<vksortSupport>(querySupport(get_instance_proc_addr, instance, physical_device, api_version));
}
vksortSupport vksortQuerySorterSupport(const vksortSorterInfo* info) {
  Support support = call([](auto& in) { return querySupport(in); }, nullptr, info);
  if (!support.supported && !support.reason) support.reason = describe(kNoSize);
  return bit_cast<vksortSupport>(support);
}
uint32_t vksortPlanForDevice(const vksortSorterInfo* sorter, const vksortPlanDevice* device, const vksortPlanInfo* info,
                             vksortPassPlan* out, uint32_t capacity) {
  return call([&](auto&... in) { return plan(in..., reinterpret_cast<PassPlan*>(out), capacity); }, nullptr, sorter,
              device, info);
}
VkResult vksortPlanPipelines(const vksortSorterInfo* sorter, const vksortPlanDevice* device,
                             void (*take)(void* context, const vksortPipelinePlan* pipeline), void* context) {
  std::pair host(take, context);
  const auto give = [](void* to, const PipelinePlan& plan) {
    const auto pipeline = bit_cast<vksortPipelinePlan>(plan);
    const auto& [taker, its] = *static_cast<decltype(host)*>(to);
    taker(its, &pipeline);
  };
  const auto twin = [&](auto&... in) { return planPipelines(in..., give, &host); };
  return call(twin, nullptr, sorter, device);
}

// Sorter.
VkResult vksortSorterCreate(const vksortSorterInfo* info, vksortSorter* out, const char** reason) {
  return create(info, out, reason);
}
void vksortSorterDestroy(vksortSorter sorter) { const Sorter destroyed = of(sorter).take(); }
vksortRecordStatus vksortSorterRecord(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info) {
  return record([&](auto& sorts, auto& in) { return sorts.record(cmd, in); }, sorter, info);
}
vksortRecordStatus vksortRecordIndirect(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info,
                                        const vksortIndirectInfo* indirect) {
  return record([&](auto& sorts, auto&... in) { return recordIndirect(sorts, cmd, in...); }, sorter, info, indirect);
}
vksortRecordStatus vksortRecordSegments(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info,
                                        const vksortSegmentInfo* segments) {
  return record([&](auto& sorts, auto&... in) { return recordSegments(sorts, cmd, in...); }, sorter, info, segments);
}
VkDeviceSize vksortSorterScratchBytes(vksortSorter sorter, uint32_t max_count) {
  return of(sorter)->scratchBytes(max_count);
}
VkDeviceSize vksortSegmentStateBytes(uint32_t segment_count) { return segmentStateBytes(segment_count); }
VkDescriptorSetLayout vksortSorterDescriptorSetLayout(vksortSorter sorter) { return of(sorter)->descriptorSetLayout(); }
uint32_t vksortPipelineJobCount(vksortSorter sorter) { return pipelineJobCount(of(sorter)); }
VkResult vksortRunPipelineJob(vksortSorter sorter) { return runPipelineJob(of(sorter)); }
uint32_t vksortPlan(vksortSorter sorter, const vksortPlanInfo* info, vksortPassPlan* out, uint32_t capacity) {
  return callOf([&](auto& sorts, auto& in) { return plan(sorts, in, reinterpret_cast<PassPlan*>(out), capacity); },
                sorter, info);
}
vksortMaxCounts vksortGetMaxCounts(vksortSorter sorter) { return bit_cast<vksortMaxCounts>(maxCounts(of(sorter))); }
vksortReport vksortGetReport(vksortSorter sorter) { return bit_cast<vksortReport>(getReport(of(sorter))); }
vksortSorterConfiguration vksortGetConfiguration(vksortSorter sorter) {
  return bit_cast<vksortSorterConfiguration>(getConfiguration(of(sorter)));
}

// Verification in CPU memory.
vksortVerifyResult vksortVerify(const vksortOrdering* ordering, const uint32_t* keys, const uint32_t* payload,
                                uint32_t count) {
  return bit_cast<vksortVerifyResult>(vksort::verify(bit_cast<Ordering>(*ordering), keys, payload, count));
}
vksortOrdering vksortOrderingOf(const vksortSorterInfo* sorter, const vksortSortInfo* sort) {
  return bit_cast<vksortOrdering>(call([](auto&... in) { return orderingOf(in...); }, nullptr, sorter, sort));
}
