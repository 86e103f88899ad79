// If a kernel does not compile or sorts incorrectly, the next level sorts, and the report names kernel, level and
// reason.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "decide/decide.h"
#include "support/check/conform.h"
#include "support/skip.h"

namespace test {
namespace {

constexpr Config kFaultyConfigs[] = {
    {.payload = kIndex, .scratch = true},
    {.payload = kU32, .ties = kByValue, .scratch = true, .rank = true},
    {.payload = kIndex, .scratch = true, .portable = true},
    {.key_type = kU64, .payload = kU32, .ties = kAnyTies, .scratch = true},
};

struct Faulty {
  bool staged;
  bool wrong;  // otherwise it does not compile
};
constexpr Faulty kFaulty[] = {{false, false}, {true, false}, {false, true}};

constexpr uint64_t bitOfKernel(uint32_t kernel) { return uint64_t{1} << kernel; }

SorterSetup setupOf(Rig& rig, const Config& config, const Faulty& row) {
  SorterSetup setup = row.wrong ? tested(rig, config) : rig.setupOf(config);
  setup.creation.staged = row.staged;
  setup.info.max_count = 10'000;
  return setup;
}

// In creation order, without the baseline.
std::vector<uint32_t> kernelsOf(const vksort::Algorithms& algorithms, const Faulty& row) {
  const uint64_t all = vksort::kernelsOf(algorithms).to_ullong();
  std::vector<uint32_t> kernels;
  for (uint32_t kernel = 0; kernel < vksort::kKernelCount; ++kernel)
    if ((all & bitOfKernel(kernel)) != 0) kernels.push_back(kernel);
  if (row.staged) std::ranges::reverse(kernels);
  return kernels;
}

std::string levelOf(const std::string& kernel, const Config& config) {
  if (kernel.starts_with("rank_merge") || kernel.starts_with("scratch_")) return "rank";
  return !kernel.starts_with("radix_") ? "subgroups" : config.portable ? "radix-portable" : "radix";
}

void createFrom(const SorterSetup& setup, vksort::Sorter& out) {
  const char* reason = "";
  const VkResult result = vksort::Sorter::create(setup.get(), out, &reason);
  INFO(std::string(reason));
  REQUIRE(result == VK_SUCCESS);
}

// `sorted` contains rejected levels whose successor has already sorted.
void expectNextLevel(Rig& rig, const Config& config, const Faulty& row, uint32_t place, uint32_t kernel,
                     std::set<std::string>& sorted) {
  INFO(std::string(vksort::kernelName(kernel)));
  const SorterSetup setup = setupOf(rig, config, row);
  vksort::Sorter sorter;
  Faults faults;
  faults.widen_by = 16;
  MockVulkan mock(faults);
  if (row.staged) createFrom(setup, sorter);
  mock.log = {};
  uint32_t made = 0;
  if (row.wrong) mock.faults.idles = place;
  if (!row.wrong)
    mock.faults.compiles = [&](const VkComputePipelineCreateInfo&) {
      return made++ == place ? VK_ERROR_UNKNOWN : VK_SUCCESS;
    };
  if (!row.staged) createFrom(setup, sorter);
  while (vksort::pipelineJobCount(sorter) != 0) REQUIRE(vksort::runPipelineJob(sorter) == VK_SUCCESS);
  const vksort::Report report = vksort::getReport(sorter);
  REQUIRE(report.rejected_count > 0);
  const vksort::Rejected& rejected = report.rejected[0];
  const std::string level = row.staged ? "subgroups" : levelOf(rejected.kernel, config), fault = rejected.fault;
  CHECK(std::string(rejected.level) == level);
  CHECK(report.rejected_count == 1);
  const bool keeps_subgroups = row.staged || level != "subgroups";
  CHECK(std::string(report.level) == (keeps_subgroups ? "subgroups" : "no subgroups"));
  CHECK(report.self_tested == row.wrong);
  if (row.wrong) {
    CHECK(isTrial(setup.get(), rejected, !config.portable, bitOfKernel(kernel)));
    CHECK((fault == "left elements out of order" || fault == "lost or altered elements"));
  } else {
    CHECK(rejected.kernel == std::string(vksort::kernelName(kernel)));
    CHECK(rejected.count == 0);
    CHECK(fault == "the driver failed to compile the kernel: VK_ERROR_UNKNOWN");
  }
  mock.faults = {};
  if (sorted.insert(level).second || everythingWanted())
    expectSorts(rig, sorter, config, inputsOf({30u, 1000u, 9000u}));
}

}  // namespace

TEST_CASE("next_level_sorts_after_any_kernel_fails" * doctest::test_suite("one width")) {
  constexpr std::size_t kByDefault = 2;
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!rig.hasFullSubgroups()) return skip("no subgroups");
    const std::size_t configs = everythingWanted() ? std::size(kFaultyConfigs) : kByDefault;
    for (const Config& config : std::span(kFaultyConfigs).first(configs)) {
      for (const Faulty& row : kFaulty) {
        INFO(describe(config) << std::string(row.staged ? ", staged" : "")
                              << std::string(row.wrong ? ", wrong" : ", refused"));
        const std::vector<uint32_t> kernels =
            kernelsOf(algorithmsOf(setupOf(rig, config, row).get(), !config.portable), row);
        REQUIRE(kernels.size() > 10);
        std::set<std::string> levels;
        for (uint32_t i = 0; i < kernels.size(); ++i) {
          const bool by_default = !row.wrong || i % 5 == 0 || i + 1 == kernels.size();
          if (by_default || everythingWanted()) expectNextLevel(rig, config, row, i, kernels[i], levels);
        }
        CHECK(levels.size() == (row.staged ? 1 : 2));
      }
    }
  });
}

TEST_CASE("a_baseline_with_a_wrong_kernel_fails_a_staged_creation" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const ObjectCount before = objectCount();
    uint32_t failures = 0;
    for (;;) {
      SorterSetup setup = setupOf(rig, kFaultyConfigs[0], {true, true});
      vksort::Report report{};
      setup.creation.report = &report;
      Faults faults;
      faults.idles = failures;
      const Attempt made = create(setup.get(), faults);
      if (made.result == VK_SUCCESS) break;
      CHECK(made.result == VK_ERROR_FEATURE_NOT_PRESENT);
      ++failures;
      CHECK(made.reason.starts_with("no kernels passed the self-test; the baseline "));
      REQUIRE(report.rejected_count == 1);
      CHECK(std::string(report.rejected[0].level) == "baseline");
      CHECK(report.rejected[0].count > 0);
    }
    CHECK(failures == 4);
    CHECK(objectCount().live == before.live);
  });
}

}  // namespace test
