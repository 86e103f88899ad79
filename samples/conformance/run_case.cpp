#include "run_case.h"

#include <algorithm>
#include <string_view>

#include "facts.h"
#include "sizes.h"
#include "verifier_case.h"

namespace conform {
namespace {

// Returns the error, or an empty string. Throws if the device is lost.
std::string faultOf(cases::Gpu& gpu, const Case& of, const cases::Case& sorts) {
  try {
    if (of.recording == Recording::verifier) {
      if (std::string fault = verifierFault(gpu, sorts); !fault.empty()) return fault;
    }
    return cases::run(gpu, sorts);
  } catch (const gpu::Error& error) {
    if (error.result() == VK_ERROR_DEVICE_LOST) throw;
    return error.what();
  }
}

// Tries the smallest counts in turn, then bisects.
void shrink(cases::Gpu& gpu, const Case& of, const Run& run, std::uint32_t variation, Outcome& outcome) {
  constexpr std::uint32_t kInTurn = 8;
  const vksort::Sorter& sorter = gpu.sorter(of.sorter);
  const auto fails = [&](std::uint32_t count) {
    run.progress(count);
    const cases::Case sorts = drawSorts(of, sorter, run.limits.seed, count, variation);
    const std::string fault = faultOf(gpu, of, sorts);
    if (fault.empty()) return false;
    outcome.detail = fault;
    outcome.smallest = count;
    outcome.sorts = describe(sorts);
    return true;
  };
  std::uint32_t passes = 0;
  while (passes < kInTurn && passes + 1 < outcome.smallest) {
    if (fails(passes + 1)) return;
    ++passes;
  }
  while (outcome.smallest - passes > 1) {
    const std::uint32_t middle = passes + (outcome.smallest - passes) / 2;
    if (!fails(middle)) passes = middle;
  }
}

void runCounts(cases::Gpu& gpu, const Case& of, const Run& run, Outcome& outcome) {
  const vksort::Sorter& sorter = gpu.sorter(of.sorter);
  if (isTool(of)) (void)gpu.toolkit(of.sorter);  // here, because its errors do not belong to a variation
  std::vector<std::uint32_t> counts = countsOf(of, sorter, run.limits);
  if (run.count) counts = {*run.count};
  if (run.count && of.sorter.max_count != 0 && *run.count > of.sorter.max_count) {
    outcome.status = Outcome::Status::not_supported;
    outcome.detail = "--count exceeds the max_count of the Sorter, " + std::to_string(of.sorter.max_count);
    return;
  }
  for (const std::uint32_t count : counts) {
    for (std::uint32_t variation = 0; variation < variationsOf(of, count); ++variation) {
      run.progress(count);
      const cases::Case sorts = drawSorts(of, sorter, run.limits.seed, count, variation);
      addKernels(sorter, planInfoOf(sorts), outcome.kernels);
      ++outcome.sorted;
      outcome.largest = std::max(outcome.largest, count);
      outcome.detail = faultOf(gpu, of, sorts);
      if (outcome.detail.empty()) continue;
      outcome.status = Outcome::Status::fail;
      outcome.smallest = count;
      outcome.sorts = describe(sorts);
      if (!run.count) shrink(gpu, of, run, variation, outcome);
      return;
    }
  }
}

// Sorts before the pipeline jobs, after half of them, and after all of them.
void runStaged(cases::Gpu& gpu, const Case& of, const Run& run, Outcome& outcome) {
  vksort::Creation creation{};
  creation.staged = true;
  const vksort::Sorter& sorter = gpu.adopt(of.sorter, gpu.create(of.sorter, creation));
  const std::uint32_t jobs = pipelineJobCount(sorter);
  if (jobs == 0) {
    outcome.status = Outcome::Status::not_supported;
    outcome.detail = "creation is not staged, because the baseline does not support this sort";
    return;
  }
  std::uint32_t job = 0;
  for (const std::uint32_t stage : {0u, jobs / 2, jobs}) {
    for (; job < stage; ++job) gpu::check(runPipelineJob(sorter), "a job of a staged creation");
    runCounts(gpu, of, run, outcome);
    if (outcome.status != Outcome::Status::pass) {
      outcome.detail += "; after " + std::to_string(job) + " of " + std::to_string(jobs) + " jobs";
      return;
    }
  }
}

// Kernels that creation rejected are failures. Faults with an address are known driver bugs, whose kernels are not
// tried.
void addRejections(const vksort::Sorter& sorter, Outcome& outcome) {
  const vksort::Report report = getReport(sorter);
  for (std::uint32_t i = 0; i < report.rejected_count; ++i) {
    const vksort::Rejected& rejected = report.rejected[i];
    if (std::string_view(rejected.fault).find("https://") != std::string_view::npos) continue;
    outcome.status = Outcome::Status::fail;
    outcome.smallest = rejected.count;
    outcome.detail += std::string(outcome.detail.empty() ? "" : "; ") + "creation rejected level " + rejected.level +
                      ", kernel " + rejected.kernel + ", at " + std::to_string(rejected.count) +
                      " elements: " + rejected.fault;
  }
}

void runSelfTest(cases::Gpu& gpu, const Case& of, const Run& run, Outcome& outcome) {
  vksort::Creation creation{};
  creation.self_test = {gpu.device().queue(), gpu.device().queueFamily(), vksort::SelfTestMode::always, 60'000};
  const vksort::Sorter& sorter = gpu.adopt(of.sorter, gpu.create(of.sorter, creation));
  outcome.sorter = sorterFacts(sorter);
  runCounts(gpu, of, run, outcome);
}

// Only the radix sort without look-back sums tables.
bool isSortedBy(vksort::Algorithm algorithm, const std::set<std::string>& kernels) {
  return std::ranges::any_of(kernels, [algorithm](const std::string& kernel) {
    if (algorithm == vksort::Algorithm::rank) return kernel.starts_with("rank_");
    if (algorithm == vksort::Algorithm::radix) return kernel.starts_with("radix_pass_");
    return kernel == "radix_sum" || algorithm != vksort::Algorithm::radix_portable;
  });
}

}  // namespace

Outcome runCase(cases::Gpu& gpu, const Case& of, const Run& run) {
  Outcome outcome;
  const auto end = [&outcome](Outcome::Status status, const std::string& detail) {
    outcome.status = status;
    outcome.detail = detail;
  };
  try {
    if (of.recording == Recording::staged)
      runStaged(gpu, of, run, outcome);
    else if (of.recording == Recording::self_test)
      runSelfTest(gpu, of, run, outcome);
    else
      runCounts(gpu, of, run, outcome);
    const bool takes_scratch = of.recording != Recording::in_place && of.recording != Recording::segments;
    if (outcome.status == Outcome::Status::pass && takes_scratch && !run.count &&
        !isSortedBy(of.sorter.algorithm, outcome.kernels))
      end(Outcome::Status::not_supported, "another algorithm sorts, because the device does not support this one");
    addRejections(gpu.sorter(of.sorter), outcome);
  } catch (const gpu::Error& error) {
    if (error.result() == VK_ERROR_DEVICE_LOST) throw;
    // create() also returns this for failed kernels, but then the reason mentions it.
    const std::string_view reason = error.what();
    const bool is_rejected = reason.find("not compile") != reason.npos || reason.find("self-test") != reason.npos;
    const bool is_unsupported = error.result() == VK_ERROR_FEATURE_NOT_PRESENT && !is_rejected;
    end(is_unsupported ? Outcome::Status::not_supported : Outcome::Status::fail, error.what());
  }
  return outcome;
}

}  // namespace conform
