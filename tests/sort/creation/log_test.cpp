// Creation logs each rejected kernel once. For misuse, see tests/packaging/misuse.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sort/radix/interface.h"
#include "support/device/subgroups.h"

namespace test {
namespace {

struct Heard {
  const vksort::Sorter& sorter;  // each message reads its report, which jobs must allow
  std::vector<std::string> lines{};

  static void write(void* heard, vksort::Severity severity, const char* kernel, const char* text) {
    auto& [sorter, lines] = *static_cast<Heard*>(heard);
    CHECK(severity == vksort::Severity::warning);
    static_cast<void>(vksort::getReport(sorter));
    lines.push_back(kernel + std::string(": ") + text);
  }
};

// The log does not outlive creation.
void create(SorterSetup& setup, Heard& heard, vksort::Sorter& sorter) {
  vksort::Log log{Heard::write, &heard};
  setup.info.device.log = &log;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  log = {};
  while (vksort::pipelineJobCount(sorter) != 0) REQUIRE(vksort::runPipelineJob(sorter) == VK_SUCCESS);
}

SorterSetup setupOf(const Rig& rig, bool staged) {
  SorterSetup setup = rig.setupOf({.payload = kIndex, .scratch = true});
  setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
  setup.creation.algorithm = vksort::Algorithm::automatic;
  setup.creation.staged = staged;
  return setup;
}

}  // namespace

TEST_CASE("each_rejected_kernel_is_logged_once" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const bool staged : {false, true}) {
      MockVulkan mock(withSubgroups(32, false));
      SorterSetup setup = setupOf(rig, staged);
      uint32_t refusals = 0;
      mock.faults.compiles = [&refusals](const VkComputePipelineCreateInfo& info) {
        const bool refuses = info.stage.pSpecializationInfo->mapEntryCount == VKSORT_RADIX_COUNT && refusals < 2;
        return refuses ? ++refusals, VK_ERROR_UNKNOWN : VK_SUCCESS;
      };
      vksort::Sorter sorter;
      Heard heard{sorter};
      create(setup, heard, sorter);
      const vksort::Report report = vksort::getReport(sorter);
      CHECK(report.rejected_count == 2);
      std::vector<std::string> rejected;
      for (uint32_t i = 0; i < report.rejected_count; ++i)
        rejected.push_back(report.rejected[i].kernel + std::string(": ") + report.rejected[i].fault);
      std::ranges::sort(heard.lines);
      std::ranges::sort(rejected);
      CHECK(heard.lines == rejected);
    }
  });
}

}  // namespace test
