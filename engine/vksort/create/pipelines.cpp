#include "create/pipelines.h"

#include <atomic>

#include "create/sorter.h"
#include "device/log.h"

namespace vksort {
namespace {

static_assert(kKernelCount <= kMaxListed);

constexpr const char* kNotOnce =
    "create(): Creation::parallel_for did not run each job once, or returned before all jobs had returned";

struct Jobs {
  Pipelines& pipelines;
  VkPipelineCache cache;
  PipelineList& list;
  Failure failures[kMaxListed] = {};
  // Atomics smaller than a word need libatomic on RISC-V.
  std::atomic<std::uint32_t> begun[kMaxListed] = {};
  std::atomic<std::uint32_t> ended{0};
  std::atomic<std::uint32_t> failed{0};
  std::atomic<std::uint32_t> more_than_once{0};  // set for invalid jobs as well

  void run(std::uint32_t i) {
    if (i >= list.count || begun[i].exchange(1, std::memory_order_relaxed)) {
      more_than_once.store(1, std::memory_order_relaxed);
      return;
    }
    if (failed.load(std::memory_order_relaxed) == 0) {
      const ListedPipeline& made = list.pipelines[i];
      failures[i] = pipelines.create(made.index, made.name, made.source, cache);
      failures[i].kernel = made.kernel;
      if (!failures[i].ok()) failed.store(1, std::memory_order_relaxed);
    }
    ended.fetch_add(1, std::memory_order_release);
  }
};

// Starts with the longest job, so that all threads finish at about the same time.
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

Failure createListed(PipelineList& list, Pipelines& pipelines, const Device& device, const ParallelFor& parallel_for) {
  Jobs jobs{pipelines, device.pipeline_cache, list};
  if (parallel_for.run) {
    sortByCost(list);
    if (list.count != 0) parallel_for.run(parallel_for.context, list.count, runJob, &jobs);
    if (jobs.ended.load(std::memory_order_acquire) != list.count || jobs.more_than_once != 0) {
      misuse(device.log, kNotOnce);
      return {VK_ERROR_INITIALIZATION_FAILED, kNotOnce};
    }
  } else {
    for (std::uint32_t i = 0; i < list.count; ++i) jobs.run(i);
  }
  for (std::uint32_t i = 0; i < list.count; ++i) {
    if (!jobs.failures[i].ok()) return jobs.failures[i];
  }
  return {};
}

}  // namespace vksort
