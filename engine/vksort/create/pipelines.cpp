// Creates pipelines as independent jobs.
#include "create/pipelines.h"

#include <atomic>

#include "device/log.h"
#include "create/sorter.h"

namespace vksort {
namespace {

static_assert(kKernelCount <= kMaxListed);

constexpr const char* kNotOnce =
    "create(): Creation::parallel_for must run each job once, and return when all of them have";

struct Jobs {
  Pipelines& pipelines;
  VkPipelineCache cache;
  PipelineList& list;
  VkResult results[kMaxListed] = {};
  bool rejected[kMaxListed] = {};  // by the driver's compiler
  // Words: smaller ones need libatomic on RISC-V.
  std::atomic<std::uint32_t> begun[kMaxListed] = {};
  std::atomic<std::uint32_t> ended{0};           // jobs that have ended
  std::atomic<std::uint32_t> failed{0};          // a job failed: later jobs do nothing
  std::atomic<std::uint32_t> more_than_once{0};  // a job was run twice, or does not exist

  void run(std::uint32_t i) {
    if (i >= list.count || begun[i].exchange(1, std::memory_order_relaxed)) {
      more_than_once.store(1, std::memory_order_relaxed);
      return;
    }
    if (failed.load(std::memory_order_relaxed) == 0) {
      const ListedPipeline& made = list.pipelines[i];
      results[i] = pipelines.create(made.index, made.name, made.source, cache, rejected[i]);
      if (results[i] != VK_SUCCESS) failed.store(1, std::memory_order_relaxed);
    }
    ended.fetch_add(1, std::memory_order_release);
  }
};

// The longest job first, so that threads end at about the same time.
void sortByCost(PipelineList& list) {
  for (std::uint32_t i = 1; i < list.count; ++i) {
    const ListedPipeline job = list.pipelines[i];
    std::uint32_t at = i;
    for (; at > 0 && list.pipelines[at - 1].source.compile_cost < job.source.compile_cost; --at)
      list.pipelines[at] = list.pipelines[at - 1];
    list.pipelines[at] = job;
  }
}

void runJob(void* jobs, std::uint32_t i) { static_cast<Jobs*>(jobs)->run(i); }

}  // namespace

VkResult createListed(PipelineList& list, Pipelines& pipelines, const Device& device, const ParallelFor& host,
                      std::uint32_t& rejected, const char*& why) {
  Jobs jobs{pipelines, device.pipeline_cache, list};
  rejected = kMaxListed;
  if (host.run) {
    sortByCost(list);
    if (list.count != 0) host.run(host.context, list.count, runJob, &jobs);
    if (jobs.ended.load(std::memory_order_acquire) != list.count || jobs.more_than_once != 0) {
      misuse(device.log, kNotOnce);
      why = kNotOnce;
      return VK_ERROR_INITIALIZATION_FAILED;
    }
  } else {
    for (std::uint32_t i = 0; i < list.count; ++i) jobs.run(i);
  }
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = list.count; i-- > 0;) {
    if (jobs.results[i] == VK_SUCCESS) continue;
    result = jobs.results[i];
    rejected = jobs.rejected[i] ? i : kMaxListed;
  }
  return result;
}

VkResult createPipelines(const SorterInfo& info, const Level& level, SorterState& state, std::uint32_t& rejected,
                         const char*& why) {
  PipelineList list;
  const KernelSet kernels = kernelsOf(level.algorithms);
  for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
    if (!kernels[kernel]) continue;
    list.pipelines[list.count++] = {level.first_pipeline + kernel, kernelName(kernel), kernel,
                                    sourceOf(level.algorithms, kernel)};
  }
  std::uint32_t failed = kMaxListed;
  const VkResult result = createListed(list, state.pipelines, info.device, creationOf(info).parallel_for, failed, why);
  rejected = failed < kMaxListed ? list.pipelines[failed].kernel : kKernelCount;
  return result;
}

}  // namespace vksort
