// Staged creation: sorts are right before, between and after the jobs.
#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "support/check/conform.h"
#include "support/check/segment_check.h"
#include "support/device/call.h"
#include "support/device/recording.h"

namespace test {
namespace {

constexpr Config kStagedConfigs[] = {
    {.key_type = kF32, .order = kDown, .payload = kIndex},
    {.payload = kIndex, .generator = true, .scratch = true},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .push_descriptor = false},
    {.key_type = kU64, .payload = kIndex, .scratch = true},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kU32, .scratch = true},
    {.key_type = kU64, .mode = Mode::indirect, .payload = kInterleaved, .scratch = true, .push_descriptor = false},
};

// A driver that counts the pipelines.
Faults counting(uint32_t& pipelines) {
  Faults faults;
  faults.compiles = [&pipelines](const VkComputePipelineCreateInfo&) { return ++pipelines, VK_SUCCESS; };
  return faults;
}

vksort::Sorter makeStaged(Rig& rig, const Config& config, const Faults& faults = {}) {
  SorterSetup setup = rig.setupOf(config);
  setup.creation.staged = true;
  const HookScope hooks(faults);
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  return sorter;
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

TEST_CASE("sorts_at_each_stage_of_a_staged_creation" * doctest::test_suite("one width")) {
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
        CHECK(vksort::runPipelineJob(sorter, job) == VK_SUCCESS);
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

TEST_CASE("sorts_segments_before_and_after_the_jobs_of_a_staged_creation" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {segmented({.payload = kIndex}), segmented({.key_type = kU64})}) {
      const vksort::Sorter sorter = makeStaged(rig, config);
      const SegmentSort sort = placedSegments({0, 1, 2, 40, 127, 128, 129, 300, 5000}, nextSeed());
      CHECK(expectSegments(rig, sorter, config, sort).sorts > 5);
      const uint32_t jobs = vksort::pipelineJobCount(sorter);
      for (uint32_t job = 0; job < jobs; ++job) CHECK(vksort::runPipelineJob(sorter, job) == VK_SUCCESS);
      CHECK(expectSegments(rig, sorter, config, sort).sorts > 5);
    }
  });
}

TEST_CASE("records_while_threads_run_the_jobs_of_a_staged_creation" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.payload = kIndex, .scratch = true};
    const vksort::Sorter sorter = makeStaged(rig, config);
    std::vector<VkResult> results(vksort::pipelineJobCount(sorter), VK_NOT_READY);
    {
      std::jthread thread([&] {
        for (uint32_t job = 0; job < results.size(); ++job) results[job] = vksort::runPipelineJob(sorter, job);
      });
      std::jthread other([&] {
        for (uint32_t job = vksort::pipelineJobCount(sorter); job-- > 0;)
          CHECK(vksort::runPipelineJob(sorter, job) == 0);
      });
      expectStagedSorts(rig, sorter, config);
    }
    for (const VkResult result : results) CHECK(result == VK_SUCCESS);
    expectStagedSorts(rig, sorter, config);
  });
}

// At any stage, so that no recording depends on when it is made.
TEST_CASE("a_staged_sorter_has_the_limits_of_the_baseline_and_of_all_pipelines" * doctest::test_suite("one width")) {
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
      for (uint32_t job = 0; jobs_run && job < vksort::pipelineJobCount(sorter); ++job)
        CHECK(vksort::runPipelineJob(sorter, job) == VK_SUCCESS);
      CHECK(vksort::plan(sorter, {.count = n}) == 0);
      CHECK(vksort::plan(sorter, {.count = n, .scratch = true}) != 0);
      CHECK(vksort::plan(sorter, {.count = max.in_place}) == 1);
      CHECK(vksort::plan(whole, {.count = n}) == 1);
    }
  });
}

// Each pipeline is made once, by whichever call comes first.
TEST_CASE("runs_each_job_of_a_staged_creation_once" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const vksort::Sorter sorter = makeStaged(rig, {.payload = kIndex});
    uint32_t made = 0;
    const HookScope hooks(counting(made));
    const uint32_t jobs = vksort::pipelineJobCount(sorter);
    for (uint32_t i = 0; i < 2 * jobs; ++i) CHECK(vksort::runPipelineJob(sorter, i % jobs) == VK_SUCCESS);
    CHECK(made == jobs);
#ifdef NDEBUG  // builds with assertions stop
    CHECK(vksort::runPipelineJob(sorter, jobs) == VK_ERROR_INITIALIZATION_FAILED);
    CHECK(vksort::runPipelineJob({}, 0) == VK_ERROR_INITIALIZATION_FAILED);
#endif
    CHECK(vksort::pipelineJobCount({}) == 0);
    // In place the baseline sorts stable payloads of the caller in one workgroup.
    SorterSetup setup = rig.setupOf({.payload = kU32});
    setup.creation.staged = true;
    setup.info.scratch = vksort::Scratch::never;
    setup.info.max_count = 200;
    vksort::Sorter in_place;
    REQUIRE(vksort::Sorter::create(setup.get(), in_place) == VK_SUCCESS);
    CHECK(vksort::pipelineJobCount(in_place) == 0);
  });
}

TEST_CASE("keeps_to_the_baseline_where_a_job_of_a_staged_creation_fails" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.payload = kIndex};
    const vksort::Sorter sorter = makeStaged(rig, config);
    const std::vector<std::string> first = kernelsOf(sorter, config, 20'001);
    Faults faults;
    faults.compiles = [](const VkComputePipelineCreateInfo&) { return VK_ERROR_UNKNOWN; };
    {
      const HookScope hooks(faults);
      for (uint32_t job = 0; job < vksort::pipelineJobCount(sorter); ++job)
        CHECK(vksort::runPipelineJob(sorter, job) == VK_ERROR_UNKNOWN);
    }
    CHECK(kernelsOf(sorter, config, 20'001) == first);
    expectStagedSorts(rig, sorter, config);
  });
}

}  // namespace test
