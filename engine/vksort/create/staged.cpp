#include <bit>

#include "create/sorter.h"
#include "device/log.h"

namespace vksort {
namespace {

std::uint64_t leftIn(const Staging& staging) { return staging.missing.load() & ~staging.begun.load(); }

// Returns kKernelCount if no pipeline is left.
std::uint32_t beginJob(Staging& staging) {
  for (;;) {
    const std::uint64_t left = leftIn(staging), wanted = left & staging.wanted.load();
    if (left == 0) return kKernelCount;
    // Start with the highest index, because these kernels use scratch memory, and save the most time.
    const auto kernel = static_cast<std::uint32_t>(std::bit_width(wanted != 0 ? wanted : left)) - 1;
    if (staging.begun.claim(kernel)) return kernel;
  }
}

}  // namespace
}  // namespace vksort

uint32_t vksortPipelineJobCount(vksortSorter sorter) {
  return sorter && sorter->staging ? static_cast<uint32_t>(std::popcount(vksort::leftIn(*sorter->staging))) : 0;
}

VkResult vksortRunPipelineJob(vksortSorter sorter) {
  if (!sorter || !sorter->staging) return VK_SUCCESS;
  vksort::Staging& staging = *sorter->staging;
  const std::uint32_t kernel = vksort::beginJob(staging);
  if (kernel == vksort::kKernelCount) return VK_SUCCESS;
  const char* const name = vksort::kernelName(kernel);
  const vksort::PipelineSource source = vksort::sourceOf(sorter->algorithms(), kernel);
  const vksort::Failure failure =
      sorter->pipelines.create(sorter->full.first_pipeline + kernel, name, source, staging.cache);
  if (failure.ok()) {
    staging.missing.remove(vksort::bitOf(kernel));
    return VK_SUCCESS;
  }
  if (!failure.fault) {
    staging.begun.remove(vksort::bitOf(kernel));
    return failure.result;
  }
  staging.faults[kernel] = failure.fault;
  staging.rejected.add(vksort::bitOf(kernel));
  vksort::write(&sorter->pipelines.log, vksort::Severity::warning, name, failure.fault);
  return VK_SUCCESS;
}
