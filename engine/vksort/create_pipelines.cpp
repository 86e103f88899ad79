// Creates the pipelines of a Sorter, as independent jobs.
#include <atomic>

#include "misuse.h"
#include "sorter_state.h"

namespace vksort {
namespace {

constexpr const char* kNotOnce =
    "create(): Creation::parallel_for must run each job once, and return when all of them have";

struct Job {
  std::uint32_t kernel;
  PipelineSource source;
};

struct Jobs {
  const SorterInfo& info;
  const Level& level;
  Pipelines& pipelines;
  std::uint32_t count = 0;
  Job list[kKernelCount] = {};
  VkResult results[kKernelCount] = {};
  bool rejected[kKernelCount] = {};  // by the driver's compiler
  // Words: smaller ones need libatomic on RISC-V.
  std::atomic<std::uint32_t> begun[kKernelCount] = {};
  std::atomic<std::uint32_t> ended{0};           // jobs that have ended
  std::atomic<std::uint32_t> failed{0};          // a job failed: later jobs do nothing
  std::atomic<std::uint32_t> more_than_once{0};  // a job was run twice, or does not exist

  void run(std::uint32_t i) {
    if (i >= count || begun[i].exchange(1, std::memory_order_relaxed)) {
      more_than_once.store(1, std::memory_order_relaxed);
      return;
    }
    if (failed.load(std::memory_order_relaxed) == 0) {
      const std::uint32_t kernel = list[i].kernel;
      results[i] = pipelines.create(level.pipeline_of[kernel], kernelName(kernel), list[i].source,
                                    info.device.pipeline_cache, rejected[i]);
      if (results[i] != VK_SUCCESS) failed.store(1, std::memory_order_relaxed);
    }
    ended.fetch_add(1, std::memory_order_release);
  }

  // The longest job first, so that threads end at about the same time.
  void sortByCost() {
    for (std::uint32_t i = 1; i < count; ++i) {
      const Job job = list[i];
      std::uint32_t at = i;
      for (; at > 0 && list[at - 1].source.compile_cost < job.source.compile_cost; --at) list[at] = list[at - 1];
      list[at] = job;
    }
  }
};

void runJob(void* jobs, std::uint32_t i) { static_cast<Jobs*>(jobs)->run(i); }

}  // namespace

VkResult createPipelines(const SorterInfo& info, Level& level, SorterState& state, std::uint32_t& rejected,
                         const char*& why) {
  Jobs jobs{info, level, state.pipelines};
  for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
    if ((level.kernels >> kernel & 1) == 0) continue;
    jobs.list[jobs.count++] = {kernel, sourceOf(level.algorithms, kernel, info.keys)};
  }
  rejected = kKernelCount;
  const ParallelFor host = creationOf(info).parallel_for;
  if (host.run) {
    jobs.sortByCost();
    if (jobs.count != 0) host.run(host.context, jobs.count, runJob, &jobs);
    if (jobs.ended.load(std::memory_order_acquire) != jobs.count || jobs.more_than_once != 0) {
      misuse(info.device.log, kNotOnce);
      why = kNotOnce;
      return VK_ERROR_INITIALIZATION_FAILED;
    }
  } else {
    for (std::uint32_t i = 0; i < jobs.count; ++i) jobs.run(i);
  }
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = jobs.count; i-- > 0;) {
    if (jobs.results[i] == VK_SUCCESS) continue;
    result = jobs.results[i];
    rejected = jobs.rejected[i] ? jobs.list[i].kernel : kKernelCount;
  }
  if (result == VK_SUCCESS) {
    level.made = level.kernels;
    level.missing.store(0, std::memory_order_relaxed);
  }
  return result;
}

}  // namespace vksort
