#include "create_pipelines.h"

#include <atomic>

#include "misuse.h"

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
  const Pipelines::Subgroups& subgroups;
  Pipelines& pipelines;
  std::uint32_t count = 0;
  Job list[kKernelCount] = {};
  VkResult results[kKernelCount] = {};
  std::atomic<bool> begun[kKernelCount] = {};
  std::atomic<std::uint32_t> ended{0};      // how many have
  std::atomic<bool> failed{false};          // one has, so that no other need begin
  std::atomic<bool> more_than_once{false};  // a job was run again, or one that does not exist

  void add(const Job& job) { list[count++] = job; }

  void run(std::uint32_t i) {
    if (i >= count || begun[i].exchange(true, std::memory_order_relaxed)) {
      more_than_once.store(true, std::memory_order_relaxed);
      return;
    }
    if (!failed.load(std::memory_order_relaxed)) {
      results[i] = pipelines.create(list[i].kernel, list[i].source, info.device.pipeline_cache, subgroups);
      if (results[i] != VK_SUCCESS) failed.store(true, std::memory_order_relaxed);
    }
    ended.fetch_add(1, std::memory_order_release);
  }

  // The longest first, so that no thread is left with one of them alone.
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

VkResult createPipelines(const SorterInfo& info, const KernelSet& kernels, const Pipelines::Subgroups& subgroups,
                         SorterState& state, std::uint32_t& failed, const char*& why) {
  Jobs jobs{info, subgroups, state.pipelines};
  for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
    if (kernels[kernel]) jobs.add({kernel, sourceOf(state.algorithms, kernel, info.keys)});
  }
  failed = kKernelCount;
  const ParallelFor host = creationOf(info).parallel_for;
  if (host.run) {
    jobs.sortByCost();
    if (jobs.count != 0) host.run(host.context, jobs.count, runJob, &jobs);
    if (jobs.ended.load(std::memory_order_acquire) != jobs.count || jobs.more_than_once) {
      VKSORT_ASSERT(kNotOnce);
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
    failed = jobs.list[i].kernel;
  }
  return result;
}

}  // namespace vksort
