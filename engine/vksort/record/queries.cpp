#include "create/fallback.h"

VkDeviceSize vksortScratchBytes(vksortSorter sorter, uint32_t max_count) {
  return sorter ? sorter->scratchWords(max_count) * sizeof(std::uint32_t) : 0;
}

VkDeviceSize vksortSegmentScratchBytes(vksortSorter sorter, uint32_t max_count, uint32_t segment_count) {
  return sorter ? sorter->segmentScratchWords(max_count, segment_count) * sizeof(std::uint32_t) : 0;
}

VkDescriptorSetLayout vksortDescriptorSetLayout(vksortSorter sorter) {
  return sorter ? sorter->pipelines.setLayout() : VK_NULL_HANDLE;
}

vksortMaxCounts vksortGetMaxCounts(vksortSorter sorter) { return sorter ? sorter->maxCounts() : vksortMaxCounts{}; }

vksortSorterConfiguration vksortGetConfiguration(vksortSorter sorter) {
  if (!sorter) return {};
  return sorter->algorithms().configuration();
}

vksortReport vksortGetReport(vksortSorter sorter) {
  if (!sorter) return {};
  vksort::Report report = sorter->report;
  if (const vksort::Staging* const staging = sorter->staging) {
    const std::uint64_t rejected = staging->rejected.load();
    for (std::uint32_t kernel = 0; kernel < vksort::kKernelCount; ++kernel) {
      if ((rejected & vksort::bitOf(kernel)) == 0) continue;
      vksort::addRejected(report, {report.level, vksort::kernelName(kernel), 0, staging->faults[kernel]});
    }
  }
  return report;
}
