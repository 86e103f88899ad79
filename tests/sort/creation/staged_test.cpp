// A staged Sorter sorts correctly before, between and after its jobs.
#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "support/check/conform.h"
#include "support/check/segment_check.h"
#include "support/device/call.h"
#include "support/device/recording.h"

namespace test {
namespace {

constexpr Config kStagedConfigs[] = {
    {.key_type = kF32, .order = kDown, .payload = kIndex},
    {.payload = kIndex, .scratch = true},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .push_descriptor = false},
    {.key_type = kU64, .payload = kIndex, .scratch = true},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kU32, .scratch = true},
    {.key_type = kU64, .mode = Mode::indirect, .payload = kInterleaved, .scratch = true, .push_descriptor = false},
    {.bit_count = 24, .payload = kIndex, .discard_keys = true, .scratch = true},
};

Faults counting(uint32_t& pipelines) {
  Faults faults;
  faults.compiles = [&pipelines](const VkComputePipelineCreateInfo&) { return ++pipelines, VK_SUCCESS; };
  return faults;
}

Faults onlyLogging() {
  Faults faults;
  faults.only_logs = true;
  return faults;
}

uint32_t pipelinesIn(const Log& log) {
  std::set<VkPipeline> pipelines;
  for (const Command& command : log.commands)
    if (command.kind == Command::Kind::bind_pipeline) pipelines.insert(command.pipeline);
  return static_cast<uint32_t>(pipelines.size());
}

vksort::Sorter makeStaged(Rig& rig, const Config& config, const Faults& faults = {}) {
  SorterSetup setup = rig.setupOf(config);
  setup.creation.staged = true;
  const MockVulkan mock(faults);
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  return sorter;
}

uint32_t runJobs(const vksort::Sorter& sorter) {
  uint32_t jobs = 0;
  for (; vksort::pipelineJobCount(sorter) != 0; ++jobs) REQUIRE(vksort::runPipelineJob(sorter) == VK_SUCCESS);
  return jobs;
}

void expectStagedSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config) {
  expectSorts(rig, sorter, config, inputsOf({1u, 30u, 129u, 1000u, 20'001u}, {Keys::random, Keys::entropy_3}));
}

std::vector<std::string> kernelsOf(const vksort::Sorter& sorter, const Config& config, uint32_t n) {
  std::vector<std::string> names;
  const vksort::PlanInfo info{.count = n, .scratch = config.scratch};
  for (const vksort::PassPlan& pass : planned(info, sorter)) names.emplace_back(pass.name);
  return names;
}

}  // namespace

TEST_CASE("staged_sorters_sort_at_each_stage" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kStagedConfigs) {
      INFO(describe(config));
      uint32_t made = 0;
      const vksort::Sorter sorter = makeStaged(rig, config, counting(made));
      const uint32_t jobs = vksort::pipelineJobCount(sorter);
      CHECK(made <= 5);
      REQUIRE(jobs > made);
      const std::vector<std::string> first = kernelsOf(sorter, config, 20'001);
      expectStagedSorts(rig, sorter, config);
      for (uint32_t job = 0; job < jobs; ++job) {
        CHECK(vksort::pipelineJobCount(sorter) == jobs - job);
        CHECK(vksort::runPipelineJob(sorter) == VK_SUCCESS);
        if (job == jobs / 2) expectStagedSorts(rig, sorter, config);
      }
      expectStagedSorts(rig, sorter, config);
      const vksort::Sorter whole = rig.makeSorter(config);
      CHECK(kernelsOf(sorter, config, 20'001) == kernelsOf(whole, config, 20'001));
      CHECK(kernelsOf(sorter, config, 20'001) != first);
      CHECK(vksort::pipelineJobCount(whole) == 0);
    }
  });
}

TEST_CASE("staged_sorters_sort_segments_before_and_after_jobs" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {segmented({.payload = kIndex}), segmented({.key_type = kU64}),
                                 segmented({.payload = kIndex, .scratch = true})}) {
      const vksort::Sorter sorter = makeStaged(rig, config);
      const SegmentSort sort = placedSegments({0, 1, 2, 40, 127, 128, 129, 300, 5000}, nextSeed());
      CHECK(expectSegments(rig, sorter, config, sort).sorts > 5);
      CHECK(runJobs(sorter) > 5);
      CHECK(expectSegments(rig, sorter, config, sort).sorts > 5);
    }
  });
}

// Limits never change, so a recording does not depend on its time.
TEST_CASE("staged_sorters_combine_the_limits_of_all_levels" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    vksort::Sorter sorter, whole, slow;
    SorterSetup setup = rig.setupOf({.payload = kU32, .scratch = true});
    setup.creation = {};
    REQUIRE(vksort::Sorter::create(setup.get(), whole) == VK_SUCCESS);
    setup.creation = {.baseline = true};
    REQUIRE(vksort::Sorter::create(setup.get(), slow) == VK_SUCCESS);
    setup.creation = {.staged = true};
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    const vksort::MaxCounts max = vksort::maxCounts(sorter);
    CHECK(max.in_place == vksort::maxCounts(slow).in_place);
    CHECK(max.in_place < vksort::maxCounts(whole).in_place);
    CHECK(max.segment == std::min(vksort::maxCounts(slow).segment, vksort::maxCounts(whole).segment));
    for (uint32_t n = 1; n < 30'000; n = n * 9 / 8 + 1) {
      CHECK(slow.scratchBytes(n) == (n > max.in_place ? n * 4 : 0));
      CHECK(sorter.scratchBytes(n) == std::max(slow.scratchBytes(n), whole.scratchBytes(n)));
    }
    const uint32_t n = max.in_place + 1;
    REQUIRE(whole.scratchBytes(n) == 0);
    for (const bool jobs_run : {false, true}) {
      while (jobs_run && vksort::pipelineJobCount(sorter) != 0) CHECK(vksort::runPipelineJob(sorter) == VK_SUCCESS);
      CHECK(vksort::plan(sorter, {.count = n}) == 0);
      CHECK(vksort::plan(sorter, {.count = n, .scratch = true}) != 0);
      CHECK(vksort::plan(sorter, {.count = max.in_place}) == 1);
      CHECK(vksort::plan(whole, {.count = n}) == 1);
    }
  });
}

TEST_CASE("each_pipeline_job_runs_once" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const vksort::Sorter sorter = makeStaged(rig, {.payload = kIndex});
    uint32_t made = 0;
    Faults faults;
    // While a job creates the last pipeline, other calls have nothing to do.
    faults.compiles = [&](const VkComputePipelineCreateInfo&) {
      ++made;
      if (vksort::pipelineJobCount(sorter) == 0) CHECK(vksort::runPipelineJob(sorter) == VK_SUCCESS);
      return VK_SUCCESS;
    };
    const MockVulkan mock(faults);
    const uint32_t jobs = vksort::pipelineJobCount(sorter);
    for (uint32_t i = 0; i < 2 * jobs; ++i) CHECK(vksort::runPipelineJob(sorter) == VK_SUCCESS);
    CHECK(made == jobs);
    CHECK(vksort::runPipelineJob({}) == VK_SUCCESS);
    CHECK(vksort::pipelineJobCount({}) == 0);
    // In place, the baseline sorts stable payloads in one workgroup.
    SorterSetup setup = rig.setupOf({.payload = kU32});
    setup.creation.staged = true;
    setup.info.scratch = vksort::Scratch::never;
    setup.info.max_count = 200;
    vksort::Sorter in_place;
    REQUIRE(vksort::Sorter::create(setup.get(), in_place) == VK_SUCCESS);
    CHECK(vksort::pipelineJobCount(in_place) == 0);
  });
}

TEST_CASE("jobs_start_with_pipelines_that_a_recording_missed" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.payload = kIndex, .scratch = true};
    const vksort::Sorter whole = rig.makeSorter(config);
    for (const Config& sorted : {config, Config{.payload = kIndex}}) {
      for (const uint32_t n : {30u, 1000u, 20'001u}) {
        INFO(n << " elements, " << describe(sorted));
        const std::vector<std::string> kernels = kernelsOf(whole, sorted, n);
        const uint32_t needed = pipelinesIn(recorded(rig, whole, sorted, n, onlyLogging()));
        const vksort::Sorter sorter = makeStaged(rig, config);
        CHECK(needed < vksort::pipelineJobCount(sorter));
        recorded(rig, sorter, sorted, n, onlyLogging());
        for (uint32_t job = 0; job < needed; ++job) {
          CHECK(kernelsOf(sorter, sorted, n) != kernels);
          CHECK(vksort::runPipelineJob(sorter) == VK_SUCCESS);
        }
        CHECK(kernelsOf(sorter, sorted, n) == kernels);
      }
    }
  });
}

TEST_CASE("pipeline_jobs_return_device_errors_and_can_be_retried" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.payload = kIndex, .scratch = true};
    const vksort::Sorter sorter = makeStaged(rig, config);
    const uint32_t jobs = vksort::pipelineJobCount(sorter);
    for (const VkResult error : {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_DEVICE_LOST}) {
      Faults faults;
      faults.compiles = [error](const VkComputePipelineCreateInfo&) { return error; };
      const MockVulkan mock(faults);
      CHECK(vksort::runPipelineJob(sorter) == error);
      CHECK(vksort::pipelineJobCount(sorter) == jobs);
    }
    CHECK(vksort::getReport(sorter).rejected_count == 0);
    CHECK(runJobs(sorter) == jobs);
    CHECK(kernelsOf(sorter, config, 20'001) == kernelsOf(rig.makeSorter(config), config, 20'001));
  });
}

TEST_CASE("sorts_that_need_a_rejected_kernel_use_the_baseline" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.payload = kIndex, .scratch = true, .rank = true};
    const vksort::Sorter whole = rig.makeSorter(config);
    const std::string refused = kernelsOf(whole, config, 20'001).back();
    for (const bool all : {false, true}) {
      INFO((all ? "all" : "only " + refused));
      const vksort::Sorter sorter = makeStaged(rig, config);
      const std::vector<std::string> baseline = kernelsOf(sorter, config, 20'001);
      const VkDeviceSize scratch_bytes = sorter.scratchBytes(20'001);
      const uint32_t jobs = vksort::pipelineJobCount(sorter);
      Faults faults;
      uint32_t made = 0;
      recorded(rig, sorter, config, 20'001, onlyLogging());  // makes this kernel the first job
      faults.compiles = [&](const VkComputePipelineCreateInfo&) {
        return all || made++ == 0 ? VK_ERROR_UNKNOWN : VK_SUCCESS;
      };
      {
        const MockVulkan mock(faults);
        CHECK(runJobs(sorter) == jobs);
      }
      const vksort::Report report = vksort::getReport(sorter);
      CHECK(report.rejected_count == (all ? std::min(jobs, 8u) : 1));
      for (uint32_t i = 0; i < report.rejected_count; ++i) CHECK(report.rejected[i].level == report.level);
      if (!all) CHECK(std::string(report.rejected[0].kernel).starts_with(refused));
      CHECK(kernelsOf(sorter, config, 20'001) == baseline);
      CHECK((kernelsOf(sorter, {}, 1000) == kernelsOf(whole, {}, 1000)) == !all);
      CHECK(sorter.scratchBytes(20'001) == scratch_bytes);
      expectStagedSorts(rig, sorter, config);
    }
  });
}

TEST_CASE("staged_creation_only_tests_the_baseline" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    SorterSetup setup = testedUpTo(rig, {.payload = kIndex, .scratch = true});
    setup.creation.staged = true;
    MockVulkan mock;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    CHECK(mock.log.timeouts.size() == 1);
    CHECK(runJobs(sorter) > 5);
    CHECK(mock.log.timeouts.size() == 1);
    CHECK_FALSE(vksort::getReport(sorter).self_tested);
  });
}

}  // namespace test
