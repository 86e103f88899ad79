// The test of a level of a Sorter.
#include <new>

#include "levels.h"
#include "self_test/run.h"

namespace vksort {
namespace {

// A Sorter without key generator. It borrows the layouts, and the pipelines whose source is the same.
struct Borrower {
  const SorterInfo& info;
  Pipelines& owner;
  const Level& level;
  Sorter sorter;
  std::uint64_t borrowed = 0;

  VkResult create(const TrialList& trials, Problem& problem, const char*& why) {
    auto* const state = new (std::nothrow) SorterState{};
    why = "out of host memory";
    if (!state) return VK_ERROR_OUT_OF_HOST_MEMORY;
    SorterAccess::stateIn(sorter) = state;
    Pipelines& pipelines = state->pipelines;
    static_cast<Connection&>(pipelines) = owner;
    pipelines.bindings = owner.bindings;
    pipelines.set_layout = owner.set_layout;
    pipelines.layout = owner.layout;
    state->first.algorithms = withoutGenerator(level.algorithms);
    state->first.setUp(0, nullptr, nullptr);
    state->first.missing.store(0, std::memory_order_relaxed);
    std::uint64_t taken = 0;
    for (std::uint32_t i = 0; i < trials.count; ++i) taken |= trials.trials[i].kernels;
    VkResult result = VK_SUCCESS;
    for (std::uint32_t kernel = 0; kernel < kKernelCount && result == VK_SUCCESS; ++kernel) {
      if ((taken & bitOf(kernel)) != 0) result = give(kernel, state->first.algorithms, pipelines, problem, why);
    }
    return result;
  }

  VkResult give(std::uint32_t kernel, const Algorithms& algorithms, Pipelines& pipelines, Problem& problem,
                const char*& why) {
    const PipelineSource source = sourceOf(algorithms, kernel, nullptr);
    if (source.isSame(sourceOf(level.algorithms, kernel, info.keys))) {
      borrowed |= bitOf(kernel);
      pipelines.list[kernel] = owner.list[level.pipeline_of[kernel]];
      return VK_SUCCESS;
    }
    bool rejected = false;
    why = "the driver could not create a module or a pipeline";
    const VkResult result = pipelines.create(kernel, kernelName(kernel), source, info.device.pipeline_cache, rejected);
    if (rejected) {
      why = notCompiled(result).reason;
      problem = {kernel, 0, notCompiled(result).fault};
    }
    return result;
  }

  ~Borrower() {
    SorterState* const state = SorterAccess::stateOf(sorter);
    if (!state) return;
    Pipelines& pipelines = state->pipelines;
    pipelines.set_layout = VK_NULL_HANDLE;
    pipelines.layout = VK_NULL_HANDLE;
    for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
      if ((borrowed & bitOf(kernel)) != 0) pipelines.list[kernel] = VK_NULL_HANDLE;
    }
    pipelines.is_in_flight = owner.is_in_flight;
  }
};

}  // namespace

VkResult testLevel(const SorterInfo& info, SorterState& state, const Level& level, const TrialList& trials,
                   Problem& problem, const char*& why) {
  if (trials.count == 0) return VK_SUCCESS;
  Borrower subject{info, state.pipelines, level, {}};
  VkResult result = subject.create(trials, problem, why);
  if (result != VK_SUCCESS) return result;
  Finding found;
  result = selfTest(info, subject.sorter, trials, found, why);
  if (found.in_flight) state.pipelines.is_in_flight = true;
  if (result != VK_SUCCESS) return result;
  if (found.failure) {
    problem = {found.trial.kernel, found.trial.count, found.failure->fault};
    why = found.failure->reason;
  }
  return VK_SUCCESS;
}

}  // namespace vksort
