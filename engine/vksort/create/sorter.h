// The state of a Sorter.
#pragma once

#include <atomic>

#include "decide/decide.h"
#include "device/support.h"

namespace vksort {

// Algorithms, and the index of their first pipeline in Pipelines::list. The pipeline of kernel i is i places later.
struct Level {
  Algorithms algorithms;
  std::uint32_t first_pipeline;
};

static_assert(vksort::kKernelCount <= 64);
[[nodiscard]] constexpr std::uint64_t bitOf(std::uint32_t i) { return std::uint64_t{1} << i; }

// Staged creation: the pipelines of SorterState::full that do not exist yet. Bit i stands for kernel i.
struct Staging {
  Level baseline;
  VkPipelineCache cache;
  std::atomic<std::uint64_t> missing;    // includes rejected pipelines, which are never created
  std::atomic<std::uint64_t> begun{0};   // a job is creating the pipeline, has created it, or was rejected
  std::atomic<std::uint64_t> wanted{0};  // a recording needed the pipeline, and used the baseline instead
  std::atomic<std::uint64_t> rejected{0};
  VkResult results[vksort::kKernelCount] = {};  // for each rejected pipeline
};

struct SorterState {
  Report report;  // without the rejections of jobs
  Pipelines pipelines;
  Level full;
  Staging* staging = nullptr;  // null if all pipelines exist

  ~SorterState() { delete staging; }

  // Arguments are checked against these, even if the baseline sorts.
  [[nodiscard]] const Algorithms& algorithms() const { return full.algorithms; }
};

// These include the limits of the baseline with staged creation, because each recording can use it.
[[nodiscard]] Decision decide(const SorterState& state, const Request& request);
[[nodiscard]] MaxCounts maxCountsOf(const SorterState& state);
[[nodiscard]] std::uint64_t scratchWords(const SorterState& state, std::uint32_t max_count);

// Returns the level that a recording uses: the baseline if a pipeline is missing. `decision` must be
// for state.full, and is replaced if the baseline sorts. If `wants` is true, the next jobs create the missing pipelines.
[[nodiscard]] const Level& levelFor(const SorterState& state, const Request& request, Decision& decision, bool wants);

// Creates the pipelines of a level, as createListed(). If the driver rejects one, `rejected` is its kernel, otherwise
// kKernelCount.
[[nodiscard]] VkResult createPipelines(const SorterInfo& info, const Level& level, SorterState& state,
                                       std::uint32_t& rejected, const char*& why);

// Access for non-member functions of the library.
struct SorterAccess {
  [[nodiscard]] static SorterState* stateOf(const Sorter& sorter) { return sorter.state_; }
  [[nodiscard]] static SorterState*& stateIn(Sorter& sorter) { return sorter.state_; }
};

}  // namespace vksort
