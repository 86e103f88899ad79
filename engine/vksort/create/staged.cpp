// Staged creation: jobs of the application create the pipelines of a Sorter in parallel with its recordings.
#include <bit>

#include "create/fallback.h"
#include "device/log.h"

namespace vksort {
namespace {

// The pipelines that no job has begun.
std::uint64_t leftIn(const Staging& staging) {
  return staging.missing.load(std::memory_order_acquire) & ~staging.begun.load(std::memory_order_acquire);
}

// Returns the kernel whose pipeline the next job creates, or kKernelCount if no pipeline is left.
std::uint32_t beginJob(Staging& staging) {
  for (;;) {
    const std::uint64_t left = leftIn(staging), wanted = left & staging.wanted.load(std::memory_order_relaxed);
    if (left == 0) return kKernelCount;
    // Kernels for scratch memory have the highest indices. They come first, because they save the most time.
    const auto kernel = static_cast<std::uint32_t>(std::bit_width(wanted != 0 ? wanted : left)) - 1;
    if ((staging.begun.fetch_or(bitOf(kernel), std::memory_order_acq_rel) & bitOf(kernel)) == 0) return kernel;
  }
}

}  // namespace

const Level& levelFor(const SorterState& state, const Request& request, Decision& decision, bool wants) {
  if (!state.staging || decision.choice == Choice::refused) return state.full;
  Staging& staging = *state.staging;
  const std::uint64_t missing = staging.missing.load(std::memory_order_acquire);
  if (missing == 0) return state.full;
  std::uint64_t missed = 0;
  addPasses(state.algorithms(), request, decision, [&](const Pass& pass) { missed |= missing & bitOf(pass.kernel); });
  if (missed == 0) return state.full;
  if (wants && (missed & ~staging.wanted.load(std::memory_order_relaxed)) != 0) {
    staging.wanted.fetch_or(missed, std::memory_order_relaxed);
  }
  decision = decide(staging.baseline.algorithms, request);
  return staging.baseline;
}

std::uint32_t pipelineJobCount(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  return state && state->staging ? static_cast<std::uint32_t>(std::popcount(leftIn(*state->staging))) : 0;
}

VkResult runPipelineJob(const Sorter& sorter) {
  SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) {
    VKSORT_ASSERT("runPipelineJob(): the Sorter must not be empty");
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  if (!state->staging) return VK_SUCCESS;
  Staging& staging = *state->staging;
  const std::uint32_t kernel = beginJob(staging);
  if (kernel == kKernelCount) return VK_SUCCESS;
  const PipelineSource source = sourceOf(state->algorithms(), kernel);
  bool rejected = false;
  const VkResult result =
      state->pipelines.create(state->full.first_pipeline + kernel, kernelName(kernel), source, staging.cache, rejected);
  if (result == VK_SUCCESS) {
    staging.missing.fetch_and(~bitOf(kernel), std::memory_order_release);
    return VK_SUCCESS;
  }
  if (!rejected) {
    staging.begun.fetch_and(~bitOf(kernel), std::memory_order_release);
    return result;
  }
  staging.results[kernel] = result;
  staging.rejected.fetch_or(bitOf(kernel), std::memory_order_release);
  write(&state->pipelines.log, Severity::warning, kernelName(kernel), notCompiled(result).fault);
  return VK_SUCCESS;
}

}  // namespace vksort
