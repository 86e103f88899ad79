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
  std::uint32_t first_pipeline;
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
      results[i] = pipelines.create(first_pipeline + kernel, kernelName(kernel), list[i].source,
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

VkResult createPipelines(const SorterInfo& info, const Algorithms& algorithms, const KernelSet& kernels,
                         std::uint32_t first_pipeline, SorterState& state, std::uint32_t& rejected, const char*& why) {
  Jobs jobs{info, first_pipeline, state.pipelines};
  for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
    if (kernels[kernel]) jobs.list[jobs.count++] = {kernel, sourceOf(algorithms, kernel, info.keys)};
  }
  rejected = kKernelCount;
  const ParallelFor host = creationOf(info).parallel_for;
  if (host.run) {
    jobs.sortByCost();
    if (jobs.count != 0) host.run(host.context, jobs.count, runJob, &jobs);
    if (jobs.ended.load(std::memory_order_acquire) != jobs.count || jobs.more_than_once != 0) {
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
    rejected = jobs.rejected[i] ? jobs.list[i].kernel : kKernelCount;
  }
  return result;
}

std::uint32_t pipelineJobCount(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  std::uint32_t count = 0;  // bitset::count() may need a function of the compiler's own library
  for (std::uint32_t kernel = 0; state && kernel < kKernelCount; ++kernel)
    count += state->staging.kernels[kernel] ? 1 : 0;
  return count;
}

VkResult runPipelineJob(const Sorter& sorter, std::uint32_t job) {
  SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state || job >= pipelineJobCount(sorter)) {
    VKSORT_ASSERT("runPipelineJob(): the job must be less than pipelineJobCount()");
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  Staging& staging = state->staging;
  // Kernels for scratch memory come first, as they save the most time. They have the highest numbers.
  std::uint32_t kernel = kKernelCount;
  for (std::uint32_t left = job + 1; left != 0;) left -= staging.kernels[--kernel] ? 1 : 0;
  const std::uint64_t bit = std::uint64_t{1} << kernel;
  if ((staging.begun.fetch_or(bit, std::memory_order_acquire) & bit) != 0) return VK_SUCCESS;
  const bool generates_keys = state->algorithms.configuration().generates_keys;
  const PipelineSource source = sourceOf(state->algorithms, kernel, generates_keys ? &staging.generator : nullptr);
  bool rejected = false;
  const VkResult result = state->pipelines.create(kernel, kernelName(kernel), source, staging.cache, rejected);
  if (result != VK_SUCCESS) {
    staging.begun.fetch_and(~bit, std::memory_order_release);  // it may be tried again
    return result;
  }
  staging.missing.fetch_and(~bit, std::memory_order_release);
  return VK_SUCCESS;
}

bool takesBaseline(const SorterState& state, const Request& request, Decision& decision) {
  const std::uint64_t missing = state.staging.missing.load(std::memory_order_acquire);
  if (missing == 0) return false;
  bool is_complete = true;
  addPasses(state.algorithms, request, decision,
            [&](const Pass& pass) { is_complete = is_complete && (missing >> pass.kernel & 1) == 0; });
  if (!is_complete) decision = decide(state.baseline, request);
  return !is_complete;
}

}  // namespace vksort
