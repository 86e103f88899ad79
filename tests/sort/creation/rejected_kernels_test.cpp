// If the driver does not compile a kernel, creation rejects its level and continues with the next one.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sort/bitonic/interface.h"
#include "sort/radix/interface.h"
#include "sort/rank/interface.h"
#include "support/check/conform.h"
#include "support/device/recording.h"
#include "support/device/subgroups.h"

namespace test {
namespace {

constexpr const char* kNotCompiled = "the driver failed to compile the kernel: ";

using PipelineInfo = VkComputePipelineCreateInfo;
using Selects = bool (*)(const PipelineInfo& info);

bool selectsAll(const PipelineInfo&) { return true; }
bool selectsFullSubgroups(const PipelineInfo& info) {
  return (info.stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT) != 0;
}
bool selectsLargeWorkgroups(const PipelineInfo& info) {
  return *static_cast<const uint32_t*>(info.stage.pSpecializationInfo->pData) > 128;
}
// Each algorithm has a different number of specialization constants.
static_assert(VKSORT_RADIX_COUNT != VKSORT_RANK_COUNT && VKSORT_RADIX_COUNT != VKSORT_SPEC_COUNT &&
              VKSORT_RADIX_COUNT != VKSORT_SETUP_COUNT && VKSORT_RADIX_COUNT != VKSORT_SEGMENTS_COUNT);
static_assert(VKSORT_RANK_COUNT != VKSORT_SPEC_COUNT && VKSORT_RANK_COUNT != VKSORT_SETUP_COUNT &&
              VKSORT_RANK_COUNT != VKSORT_SEGMENTS_COUNT);
bool selectsRadix(const PipelineInfo& info) {
  return info.stage.pSpecializationInfo->mapEntryCount == VKSORT_RADIX_COUNT;
}
bool selectsRank(const PipelineInfo& info) {
  return info.stage.pSpecializationInfo->mapEntryCount == VKSORT_RANK_COUNT;
}

Faults failing(Selects selects, Faults faults = {}, VkResult error = VK_ERROR_UNKNOWN) {
  faults.compiles = [selects, error](const PipelineInfo& info) { return selects(info) ? error : VK_SUCCESS; };
  return faults;
}

void runLastFirst(void*, uint32_t count, void (*job)(void* jobs, uint32_t i), void* jobs) {
  for (uint32_t i = count; i-- > 0;) job(jobs, i);
}

std::vector<std::string> rejectedLevels(const vksort::Report& report) {
  std::vector<std::string> levels;
  for (uint32_t i = 0; i < report.rejected_count; ++i) levels.emplace_back(report.rejected[i].level);
  return levels;
}

void expectNotCompiled(const vksort::Report& report, const char* error = "VK_ERROR_UNKNOWN") {
  for (uint32_t i = 0; i < report.rejected_count; ++i) {
    CHECK_FALSE(std::string(report.rejected[i].kernel).empty());
    CHECK(report.rejected[i].count == 0);
    CHECK(std::string(report.rejected[i].fault) == std::string(kNotCompiled) + error);
  }
}

SorterSetup wideSetup(Rig& rig, const Config& config) {
  const MockVulkan mock(withSubgroups(32, false));
  SorterSetup setup = rig.setupOf(config);
  setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
  setup.creation.algorithm = vksort::Algorithm::automatic;
  return setup;
}

constexpr Config kRejecting{.payload = kIndex, .scratch = true};

}  // namespace

TEST_CASE("compile_failures_reject_each_affected_level" * doctest::test_suite("one width")) {
  struct Row {
    Selects selects;
    const char* level;
    std::vector<std::string> rejected;
  };
  const Row kRows[] = {
      {selectsRank, "subgroups", {"rank"}},
      {selectsRadix, "subgroups", {"radix", "radix-portable"}},
      {selectsFullSubgroups, "no subgroups", {"subgroups"}},
      {selectsLargeWorkgroups, "baseline", {"subgroups", "no subgroups"}},
      {[](const PipelineInfo& info) { return selectsRank(info) || selectsRadix(info); },
       "subgroups",
       {"radix", "radix-portable", "rank"}},
  };
  const auto expectLevels = [&](Rig& rig, const Row& row) {
    const SorterSetup setup = wideSetup(rig, kRejecting);
    INFO("left: " << std::string(row.level));
    const MockVulkan mock(failing(row.selects, withSubgroups(32, false)));
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    const vksort::Report report = vksort::getReport(sorter);
    CHECK(std::string(report.level) == row.level);
    CHECK_FALSE(report.self_tested);
    CHECK(rejectedLevels(report) == row.rejected);
    expectNotCompiled(report);
    const bool rank = std::ranges::count(row.rejected, "rank") == 0, radix = row.rejected.front() != "radix";
    if (row.level == std::string("subgroups")) {
      CHECK((sorter.scratchBytes(5000) > 0) == rank);
      CHECK((sorter.scratchBytes(1 << 20) > sorter.scratchBytes(98'304)) == radix);
    } else {
      CHECK(sorter.scratchBytes(1 << 20) == 0);
    }
  };
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const Row& row : kRows) expectLevels(rig, row);
  });
}

// These errors do not depend on the kernel.
TEST_CASE("memory_and_device_errors_reject_no_level" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const SorterSetup setup = wideSetup(rig, kRejecting);
    const ObjectCount before = objectCount();
    for (const auto& [error, goes_on] : {std::pair{VK_ERROR_OUT_OF_HOST_MEMORY, false},
                                         {VK_ERROR_OUT_OF_DEVICE_MEMORY, false},
                                         {VK_ERROR_DEVICE_LOST, false},
                                         {VK_ERROR_UNKNOWN, true},
                                         {VK_ERROR_INITIALIZATION_FAILED, true},
                                         {VK_ERROR_FEATURE_NOT_PRESENT, true},
                                         {VK_ERROR_INVALID_SHADER_NV, true},
                                         {VK_ERROR_VALIDATION_FAILED_EXT, true}}) {
      for (const Selects selects : {selectsFullSubgroups, selectsRadix, selectsRank}) {
        INFO("error " << error);
        const MockVulkan mock(failing(selects, withSubgroups(32, false), error));
        vksort::Sorter sorter;
        const char* reason = nullptr;
        CHECK(vksort::Sorter::create(setup.get(), sorter, &reason) == (goes_on ? VK_SUCCESS : error));
        CHECK(bool(sorter) == goes_on);
        CHECK((reason == nullptr) == goes_on);
        sorter = {};
        CHECK(objectCount().live == before.live);
      }
    }
  });
}

TEST_CASE("baseline_compile_failures_report_kernel_and_error" * doctest::test_suite("one width")) {
  const std::pair<VkResult, const char*> kErrors[] = {
      {VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN"},
      {VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED"},
      {VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT"},
      {VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV"},
      {VK_ERROR_VALIDATION_FAILED_EXT, "VK_ERROR_VALIDATION_FAILED_EXT"},
      {VK_ERROR_TOO_MANY_OBJECTS, "another VkResult"}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    const ObjectCount before = objectCount();
    SorterSetup setup = wideSetup(rig, kRejecting);
    for (const auto& [error, name] : kErrors) {
      const MockVulkan mock(failing(selectsAll, withSubgroups(32, false), error));
      for (const bool parallel : {false, true}) {
        setup.creation.parallel_for.run = parallel ? runLastFirst : nullptr;
        for (const char* first : {"radix", "baseline", "staged"}) {
          INFO(std::string(name) << ", " << std::string(first));
          setup.creation.baseline = first == std::string("baseline");
          setup.creation.staged = first == std::string("staged");
          vksort::Report report{"none", true, 7};
          setup.creation.report = &report;
          vksort::Sorter sorter;
          const char* reason = nullptr;
          CHECK(vksort::Sorter::create(setup.get(), sorter, &reason) == error);
          CHECK_FALSE(sorter);
          REQUIRE(reason != nullptr);
          CHECK(std::string(reason).find("failed to compile a kernel of the baseline") != std::string::npos);
          CHECK(std::string(reason).ends_with(name));
          CHECK(report.level == nullptr);
          CHECK_FALSE(report.self_tested);
          expectNotCompiled(report, name);
          const std::vector<std::string> levels = rejectedLevels(report);
          REQUIRE_FALSE(levels.empty());
          CHECK(levels.back() == "baseline");
          CHECK((levels.size() == 1) == (setup.creation.baseline || setup.creation.staged));
          CHECK(objectCount().live == before.live);
        }
      }
    }
  });
}

TEST_CASE("payloads_are_sorted_stably_without_a_radix_sort" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    SorterSetup stable = wideSetup(rig, {.payload = kU32, .scratch = true});
    const MockVulkan mock(failing(selectsRadix, withSubgroups(32, false)));
    vksort::Sorter sorter;
    CHECK(vksort::Sorter::create(stable.get(), sorter) == VK_SUCCESS);
    CHECK(rejectedLevels(getReport(sorter)) == std::vector<std::string>{"radix", "radix-portable"});
    expectNotCompiled(getReport(sorter));
    CHECK(sorter.scratchBytes(1u << 20) == VkDeviceSize{4} << 20);
    CHECK(std::string(planned({.count = 1u << 20, .scratch = true}, sorter).front().name) == "gather");
  });
}

// In place, the baseline sorts fewer payloads stably than other levels.
TEST_CASE("stable_payloads_report_the_kernel_that_failed_to_compile" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const ObjectCount before = objectCount();
    SorterSetup stable = rig.setupOf({.payload = kU32, .full_subgroups = false});
    stable.info.scratch = vksort::Scratch::never;
    stable.info.max_count = 200;
    vksort::Report report{};
    stable.creation.report = &report;
    const MockVulkan mock(failing(selectsAll));
    vksort::Sorter sorter;
    const char* reason = nullptr;
    CHECK(vksort::Sorter::create(stable.get(), sorter, &reason) == VK_ERROR_FEATURE_NOT_PRESENT);
    REQUIRE(reason != nullptr);
    CHECK(std::string(reason).find("was not compiled") != std::string::npos);
    CHECK(rejectedLevels(report) == std::vector<std::string>{"no subgroups"});
    expectNotCompiled(report);
    CHECK(objectCount().live == before.live);
  });
}

}  // namespace test
