// The C API of the Toolkit and the Verifier.
#include "c_api.h"

#include "toolkit/state.h"
#include "toolkit/verifier_state.h"
#include "vksort_toolkit_c.h"

#define VKSORT_SIZED_TOOLS(DO) \
  DO(ToolkitInfo) DO(RunInfo) DO(CellInfo) DO(CullInfo) DO(GatherInfo) DO(SelectInfo) DO(VerifyInfo)

namespace vksort {

VKSORT_SIZED_TOOLS(VKSORT_TWIN)
VKSORT_HANDLE(Toolkit)
VKSORT_HANDLE(Verifier)

template <>
struct Input<vksortToolkitInfo> : Copied<vksortToolkitInfo> {
  Copied<vksortLog> log{};
  Input<vksortCreation> creation{};
  bool read(const vksortToolkitInfo* from) {
    const bool has_size = Copied::read(from);
    return follow(info.device.log, log) && has_size && follow(info.creation, creation);
  }
};
}  // namespace vksort

using namespace vksort;

VKSORT_SIZED_TOOLS(VKSORT_INIT)

// Toolkit.
VkResult vksortToolkitCreate(const vksortToolkitInfo* info, vksortToolkit* out, const char** reason) {
  return create(info, out, reason);
}
void vksortToolkitDestroy(vksortToolkit toolkit) { const Toolkit destroyed = of(toolkit).take(); }
vksortRecordStatus vksortToolkitRecordRuns(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortRunInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordRuns(cmd, in); }, toolkit, info);
}
vksortRecordStatus vksortToolkitRecordCells(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortCellInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordCells(cmd, in); }, toolkit, info);
}
vksortRecordStatus vksortToolkitRecordCull(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortCullInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordCull(cmd, in); }, toolkit, info);
}
vksortRecordStatus vksortToolkitRecordGather(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortGatherInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordGather(cmd, in); }, toolkit, info);
}
vksortRecordStatus vksortToolkitRecordSelect(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortSelectInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordSelect(cmd, in); }, toolkit, info);
}
VkDeviceSize vksortToolkitScratchBytes(vksortToolkit toolkit, uint32_t max_count) {
  return of(toolkit)->scratchBytes(max_count);
}
VkDeviceSize vksortToolkitSelectScratchBytes(vksortToolkit toolkit, const vksortSelectInfo* info) {
  return callOf([&](auto& tools, auto& in) { return tools.scratchBytes(in); }, toolkit, info);
}
VkDescriptorSetLayout vksortToolkitDescriptorSetLayout(vksortToolkit toolkit) {
  return of(toolkit)->descriptorSetLayout();
}
vksortRecordStatus vksortRecordCulledSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer cmd,
                                          const vksortCullInfo* cull, const vksortSortInfo* sort,
                                          const vksortRange* state) {
  return record([&](auto& sorts, auto&... in) { return recordCulledSort(of(toolkit), sorts, cmd, in...); }, sorter,
                cull, sort, state);
}
vksortRecordStatus vksortRecordSelectedSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer cmd,
                                            const vksortSelectInfo* select, const vksortSortInfo* sort,
                                            const vksortRange* state) {
  return record([&](auto& sorts, auto&... in) { return recordSelectedSort(of(toolkit), sorts, cmd, in...); }, sorter,
                select, sort, state);
}

// Verifier.
VkResult vksortVerifierCreate(const vksortDevice* device, vksortVerifier* out, const char** reason) {
  return create(device, out, reason);
}
void vksortVerifierDestroy(vksortVerifier verifier) { const Verifier destroyed = of(verifier).take(); }
vksortRecordStatus vksortVerifierRecord(vksortVerifier verifier, VkCommandBuffer cmd, const vksortVerifyInfo* info) {
  return record([&](auto& verifies, auto& in) { return verifies.record(cmd, in); }, verifier, info);
}
VkDescriptorSetLayout vksortVerifierDescriptorSetLayout(vksortVerifier verifier) {
  return of(verifier)->descriptorSetLayout();
}
