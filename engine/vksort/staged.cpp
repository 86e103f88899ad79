// Staged creation: jobs of the host make the pipelines of a Sorter, beside its recordings.
#include <cstring>

#include "levels.h"
#include "misuse.h"

namespace vksort {
namespace {

constexpr std::uint64_t bitOf(std::uint32_t kernel) { return std::uint64_t{1} << kernel; }

struct StagedJob {
  std::uint32_t level, kernel, pipeline;
};

bool isSame(const PipelineSource& a, const PipelineSource& b) {
  return a.module.packed == b.module.packed && a.module.words == b.module.words && a.subgroup_size == b.subgroup_size &&
         a.constant_count == b.constant_count &&
         std::memcmp(a.constants, b.constants, a.constant_count * sizeof a.constants[0]) == 0;
}

bool takes(const Level& level, const StagedJob& job) {
  return (level.kernels & bitOf(job.kernel)) != 0 && level.pipeline_of[job.kernel] == job.pipeline;
}

// Pipelines of the current level that no job makes.
std::uint64_t leftIn(const SorterState& state) {
  const Level& level = state.currentLevel();
  return level.missing.load(std::memory_order_relaxed) & ~level.begun;
}

// False: there is none.
bool beginJob(SorterState& state, StagedJob& out) {
  const JobLock lock(state);
  const std::uint64_t left = leftIn(state);
  if (left == 0) return false;
  out.level = state.level.load(std::memory_order_relaxed);
  Level& level = state.levels[out.level];
  const std::uint64_t wanted = left & level.wanted.load(std::memory_order_acquire);
  // Kernels for scratch memory come first, as they save the most time. They have the highest numbers.
  out.kernel = kKernelCount - 1;
  while (((wanted != 0 ? wanted : left) & bitOf(out.kernel)) == 0) --out.kernel;
  out.pipeline = level.pipeline_of[out.kernel];
  level.begun |= bitOf(out.kernel);
  return true;
}

// The next level whose algorithms can sort takes the place of the current one.
void rejectLevel(SorterState& state, Problem problem) {
  Staging& staging = state.staging;
  const Level& before = state.currentLevel();
  std::uint32_t next = staging.level_count;
  for (bool is_found = false; !is_found;) {
    static_cast<void>(reject(problem, staging.allowed, state.report));
    problem = {};
    Creation changed{};
    const SorterInfo limited = limitedTo(staging.allowed, staging.info, changed);
    Algorithms& algorithms = state.levels[next].algorithms;
    const bool is_baseline = staging.allowed.baseline;
    const char* const why =
        is_baseline ? nullptr : findAlgorithms(limited, staging.facts, staging.allowed, algorithms, problem);
    if (is_baseline || (why && !problem.fault)) next = kBaselineLevel;
    is_found = next == kBaselineLevel || !why;
  }
  state.report.level = next == kBaselineLevel ? "baseline" : levelName(staging.allowed);
  if (next != kBaselineLevel) {
    state.levels[next].setUp(next * kKernelCount, staging.info.keys, &before);
    ++staging.level_count;
  }
  state.level.store(next, std::memory_order_release);
}

VkResult endJob(SorterState& state, const StagedJob& job, VkResult result, bool rejected) {
  const JobLock lock(state);
  for (Level& level : state.levels) {
    if (!takes(level, job)) continue;
    if (result == VK_SUCCESS) level.missing.fetch_and(~bitOf(job.kernel), std::memory_order_release);
    level.begun &= ~bitOf(job.kernel);
  }
  if (!rejected) return result;
  if (takes(state.currentLevel(), job)) rejectLevel(state, {job.kernel, 0, notCompiled(result).fault});
  return VK_SUCCESS;
}

// The decision of a level for a recording that is bound as the first level decided.
Decision decideAs(const Algorithms& algorithms, const Request& request, const Decision& first) {
  Request bound = request;
  if (bound.scratch_words != 0) bound.scratch_words = first.scratch_words;
  const Decision decision = decide(algorithms, bound);
  if (decision.choice != Choice::refused && decision.scratch_words <= first.scratch_words) return decision;
  bound.scratch_words = 0;
  return decide(algorithms, bound);
}

}  // namespace

void Level::setUp(std::uint32_t first_pipeline, const KeyGenerator* keys, const Level* before) {
  kernels = kernelsOf(algorithms).to_ullong();
  std::uint64_t made = 0;
  for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
    pipeline_of[kernel] = static_cast<std::uint16_t>(first_pipeline + kernel);
    if (!before || (before->kernels & kernels & bitOf(kernel)) == 0) continue;
    if (!isSame(sourceOf(before->algorithms, kernel, keys), sourceOf(algorithms, kernel, keys))) continue;
    pipeline_of[kernel] = before->pipeline_of[kernel];
    made |= bitOf(kernel) & ~before->missing.load(std::memory_order_relaxed);
    begun |= bitOf(kernel) & before->begun;
  }
  missing.store(kernels & ~made, std::memory_order_relaxed);
}

const Level& levelFor(const SorterState& state, const Request& request, Decision& decision, bool wants) {
  const Decision first = decision;
  if (first.choice == Choice::refused) return state.levels[0];
  const Level& level = state.currentLevel();
  if (&level != state.levels) decision = decideAs(level.algorithms, request, first);
  const std::uint64_t missing = level.missing.load(std::memory_order_acquire);
  if (missing == 0 && decision.choice != Choice::refused) return level;
  std::uint64_t missed = 0;
  addPasses(level.algorithms, request, decision, [&](const Pass& pass) { missed |= missing & bitOf(pass.kernel); });
  if (missed == 0 && decision.choice != Choice::refused) return level;
  if (wants && (missed & ~level.wanted.load(std::memory_order_relaxed)) != 0) {
    level.wanted.fetch_or(missed, std::memory_order_release);
  }
  const Level& baseline = state.levels[kBaselineLevel];
  decision = decideAs(baseline.algorithms, request, first);
  return baseline;
}

std::uint32_t pipelineJobCount(const Sorter& sorter) {
  SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) return 0;
  const JobLock lock(*state);
  std::uint32_t count = 0;  // std::popcount() may need a function of the compiler's own library
  for (std::uint64_t left = leftIn(*state); left != 0; left &= left - 1) ++count;
  return count;
}

VkResult runPipelineJob(const Sorter& sorter) {
  SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) {
    VKSORT_ASSERT("runPipelineJob(): the Sorter must not be empty");
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  StagedJob job;
  if (!beginJob(*state, job)) return VK_SUCCESS;
  const SorterInfo& info = state->staging.info;
  const PipelineSource source = sourceOf(state->levels[job.level].algorithms, job.kernel, info.keys);
  bool rejected = false;
  const VkResult result =
      state->pipelines.create(job.pipeline, kernelName(job.kernel), source, info.device.pipeline_cache, rejected);
  return endJob(*state, job, result, rejected);
}

}  // namespace vksort
