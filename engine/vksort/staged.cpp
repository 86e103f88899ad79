// Staged creation: jobs of the host make and test the pipelines of a Sorter, beside its recordings.
#include <bit>

#include "levels.h"
#include "misuse.h"
#include "self_test/run.h"

namespace vksort {
namespace {

// Creates a pipeline, or tests kernels.
struct StagedJob {
  std::uint32_t level;
  std::uint32_t kernel, pipeline;
  std::uint64_t trials;  // of the current level's test; 0: the job creates the pipeline
};

// Calls take(i) for each bit.
template <typename Take>
void forEachBit(std::uint64_t bits, const Take& take) {
  for (; bits != 0; bits &= bits - 1) take(static_cast<std::uint32_t>(std::countr_zero(bits)));
}

bool takes(const Level& level, const StagedJob& job) {
  return (level.kernels & bitOf(job.kernel)) != 0 && level.pipeline_of[job.kernel] == job.pipeline;
}

// Pipelines of the current level that no job makes.
std::uint64_t leftIn(const Level& level) { return level.kernels & ~level.made & ~level.begun; }

// Kernels that recordings missed and still miss.
std::uint64_t wantedIn(const Level& level) {
  return level.wanted.load(std::memory_order_acquire) & level.missing.load(std::memory_order_relaxed);
}

// The trials of the next self-test; 0: none is due. It begins when all pipelines exist, or those of a trial whose
// kernel recordings missed.
std::uint64_t dueTrials(const Staging& staging, const Level& level) {
  if (staging.is_testing) return 0;
  const std::uint64_t unmade = level.kernels & ~level.made, wanted = wantedIn(level);
  std::uint64_t ready = 0;
  bool is_due = unmade == 0;
  forEachBit(staging.test.left, [&](std::uint32_t i) {
    const Trial& trial = staging.test.trials.trials[i];
    if ((trial.kernels & unmade) != 0) return;
    ready |= bitOf(i);
    is_due = is_due || (wanted & bitOf(trial.kernel)) != 0;
  });
  return is_due ? ready : 0;
}

// Lets recordings take the pipelines that exist. If the level is tested, a trial that takes the kernel must have
// passed, and all trials of the kernel. A kernel that no trial takes is not tested.
void release(Level& level, const LevelTest& test) {
  std::uint64_t taken = 0, passed = 0, failing = 0;
  for (std::uint32_t i = 0; i < test.trials.count; ++i) {
    const Trial& trial = test.trials.trials[i];
    const bool is_left = (test.left & bitOf(i)) != 0;
    taken |= trial.kernels;
    if (is_left) failing |= bitOf(trial.kernel);
    if (!is_left) passed |= trial.kernels;
  }
  const std::uint64_t usable = level.made & (~taken | passed) & ~failing;
  level.missing.store(level.kernels & ~usable, std::memory_order_release);
}

// False: there is none.
bool beginJob(SorterState& state, StagedJob& out) {
  if (!state.staging) return false;
  const JobLock lock(state);
  Staging& staging = *state.staging;
  out.level = state.level.load(std::memory_order_relaxed);
  Level& level = state.levelAt(out.level);
  const std::uint64_t left = leftIn(level), wanted = left & wantedIn(level);
  out.trials = wanted == 0 ? dueTrials(staging, level) : 0;
  if (out.trials != 0) {
    staging.is_testing = true;
    return true;
  }
  if (left == 0) return false;
  // Kernels for scratch memory come first, as they save the most time. They have the highest numbers.
  out.kernel = kKernelCount - 1;
  while (((wanted != 0 ? wanted : left) & bitOf(out.kernel)) == 0) --out.kernel;
  out.pipeline = level.pipeline_of[out.kernel];
  level.begun |= bitOf(out.kernel);
  return true;
}

// The next level whose algorithms can sort takes the place of the current one.
void rejectLevel(SorterState& state, Problem problem) {
  Staging& staging = *state.staging;
  const Level& before = state.currentLevel();
  std::uint32_t next = staging.level_count;
  Algorithms algorithms{};
  for (bool is_found = false; !is_found;) {
    static_cast<void>(reject(problem, staging.allowed, state.report));
    problem = {};
    Creation changed{};
    const SorterInfo limited = limitedTo(staging.allowed, staging.info, changed);
    const bool is_baseline = staging.allowed.baseline;
    const char* const why =
        is_baseline ? nullptr : findAlgorithms(limited, staging.facts, staging.allowed, algorithms, problem);
    if (is_baseline || (why && !problem.fault)) next = kBaselineLevel;
    is_found = next == kBaselineLevel || !why;
  }
  staging.test = LevelTest{};
  if (next == kBaselineLevel) {
    state.report.level = "baseline";
    state.report.self_tested = staging.tests;  // by create()
  } else {
    Level& level = state.levelAt(next);
    level.algorithms = algorithms;
    state.report.level = levelName(staging.allowed);
    level.setUp(next * kKernelCount, staging.info.keys, &before);
    if (staging.tests) staging.test.setUp(level.algorithms);
    release(level, staging.test);
    ++staging.level_count;
  }
  state.level.store(next, std::memory_order_release);
}

VkResult createPipeline(SorterState& state, const StagedJob& job) {
  const SorterInfo& info = state.staging->info;
  const PipelineSource source = sourceOf(state.levelAt(job.level).algorithms, job.kernel, info.keys);
  bool rejected = false;
  const VkResult result =
      state.pipelines.create(job.pipeline, kernelName(job.kernel), source, info.device.pipeline_cache, rejected);
  const JobLock lock(state);
  for (std::uint32_t i = 0; i <= kBaselineLevel; ++i) {
    Level& level = state.levelAt(i);
    if (!takes(level, job)) continue;
    if (result == VK_SUCCESS) level.made |= bitOf(job.kernel);
    level.begun &= ~bitOf(job.kernel);
  }
  const std::uint32_t current = state.level.load(std::memory_order_relaxed);
  Level& level = state.levelAt(current);
  if (current != kBaselineLevel) release(level, state.staging->test);
  if (!rejected) return result;
  if (takes(level, job)) rejectLevel(state, {job.kernel, 0, notCompiled(result).fault});
  return VK_SUCCESS;
}

VkResult runTest(SorterState& state, const StagedJob& job) {
  Staging& staging = *state.staging;
  const Level& level = state.levelAt(job.level);
  TrialList trials = trialsOf(withoutGenerator(level.algorithms));
  std::uint32_t count = 0;
  forEachBit(job.trials, [&](std::uint32_t i) { trials.trials[count++] = trials.trials[i]; });
  trials.count = count;
  Problem problem{};
  const char* why = nullptr;
  const VkResult result = testLevel(staging.info, state, level, trials, problem, why);
  const JobLock lock(state);
  staging.is_testing = state.pipelines.is_in_flight;  // after a timeout no other test begins
  if (result != VK_SUCCESS && !problem.fault) return result;
  if (state.level.load(std::memory_order_relaxed) != job.level) return VK_SUCCESS;
  if (problem.fault) {
    rejectLevel(state, problem);
    return VK_SUCCESS;
  }
  staging.test.left &= ~job.trials;
  if (staging.test.left == 0) state.report.self_tested = true;
  state.report.untested_kernel = trials.untested;
  release(state.levelAt(job.level), staging.test);
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
  for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
    pipeline_of[kernel] = static_cast<std::uint16_t>(first_pipeline + kernel);
    if (!before || (before->kernels & kernels & bitOf(kernel)) == 0) continue;
    if (!sourceOf(before->algorithms, kernel, keys).isSame(sourceOf(algorithms, kernel, keys))) continue;
    pipeline_of[kernel] = before->pipeline_of[kernel];
    made |= bitOf(kernel) & before->made;
    begun |= bitOf(kernel) & before->begun;
  }
  missing.store(kernels, std::memory_order_relaxed);
}

void LevelTest::setUp(const Algorithms& algorithms) {
  trials = trialsOf(withoutGenerator(algorithms));
  left = trials.count == 0 ? 0 : ~std::uint64_t{0} >> (TrialList::kMax - trials.count);
}

const Level& levelFor(const SorterState& state, const Request& request, Decision& decision, bool wants) {
  const Decision first = decision;
  if (first.choice == Choice::refused) return state.first;
  const Level& level = state.currentLevel();
  if (&level != &state.first) decision = decideAs(level.algorithms, request, first);
  const std::uint64_t missing = level.missing.load(std::memory_order_acquire);
  if (missing == 0 && decision.choice != Choice::refused) return level;
  std::uint64_t missed = 0;
  addPasses(level.algorithms, request, decision, [&](const Pass& pass) { missed |= missing & bitOf(pass.kernel); });
  if (missed == 0 && decision.choice != Choice::refused) return level;
  if (wants && (missed & ~level.wanted.load(std::memory_order_relaxed)) != 0) {
    level.wanted.fetch_or(missed, std::memory_order_release);
  }
  const Level& baseline = state.levelAt(kBaselineLevel);
  decision = decideAs(baseline.algorithms, request, first);
  return baseline;
}

std::uint32_t pipelineJobCount(const Sorter& sorter) {
  SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state || !state->staging) return 0;
  const JobLock lock(*state);
  const Level& level = state->currentLevel();
  std::uint32_t count = dueTrials(*state->staging, level) != 0 ? 1 : 0;
  forEachBit(leftIn(level), [&count](std::uint32_t) { ++count; });
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
  const VkResult result = job.trials != 0 ? runTest(*state, job) : createPipeline(*state, job);
  tellRejected(&state->pipelines.log, getReport(sorter), state->told);
  return result;
}

}  // namespace vksort
