// Known faulty kernels of a driver are not created. The next level sorts, and the report contains the reason.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "create/known_drivers.h"
#include "support/check/conform.h"
#include "support/device/subgroups.h"
#include "support/skip.h"

namespace test {
namespace {

// See tests/support/small/known_drivers.cpp.
Faults playedBy(uint32_t version, uint32_t vendor, Faults faults = {}) {
  const auto edit = faults.edit_properties;
  faults.edit_properties = [edit, version, vendor](VkPhysicalDeviceProperties2& out) {
    if (edit) edit(out);
    out.properties.driverVersion = version;
    out.properties.vendorID = vendor;
    for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
      if (link->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES) continue;
      reinterpret_cast<VkPhysicalDeviceDriverProperties*>(link)->driverID = vksort::knownDrivers()[0].driver_id;
    }
  };
  return faults;
}

struct Played {
  uint32_t version, vendor;
  const char* level;
  std::vector<std::string> rejected;
  const char* kernels;  // name prefixes of skipped kernels
};

const Played kPlayed[] = {
    {9, 1, "subgroups", {}, nullptr},
    {10, 1, "subgroups", {"radix", "radix-portable"}, "radix_pass"},
    {19, 1, "subgroups", {"radix", "radix-portable"}, "radix_pass"},
    {20, 1, "subgroups", {"rank"}, "rank_merge"},
    {30, 1, "no subgroups", {"subgroups"}, "radix_"},
    {40, 1, "baseline", {"subgroups", "no subgroups"}, "small_sort"},
    {50, 1, "subgroups", {}, nullptr},
    {50, 0x1234, "no subgroups", {"subgroups"}, "radix_"},
    {~0u, 0x1234, "no subgroups", {"subgroups"}, "radix_"},
};

const char* reasonOf(uint32_t version) {
  for (const vksort::KnownDriver& row : vksort::knownDrivers())
    if (row.first_version <= version && version <= row.last_version) return row.reason;
  return "";
}

void expectReport(const vksort::Sorter& sorter, const Played& played) {
  const vksort::Report report = vksort::getReport(sorter);
  CHECK(std::string(report.level) == played.level);
  REQUIRE(report.rejected_count == played.rejected.size());
  for (uint32_t i = 0; i < report.rejected_count; ++i) {
    CHECK(report.rejected[i].level == played.rejected[i]);
    CHECK_FALSE(std::string(report.rejected[i].kernel).empty());
    CHECK(report.rejected[i].count == 0);
    CHECK(report.rejected[i].fault == std::string(reasonOf(played.version)));
  }
}

void expectSkipped(Rig& rig, const Played& played, bool staged) {
  const MockVulkan mock(playedBy(played.version, played.vendor, withSubgroups(32, false)));
  SorterSetup setup = rig.setupOf({.payload = kIndex, .scratch = true});
  setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS | VKSORT_DEBUG_UTILS;
  setup.creation.algorithm = vksort::Algorithm::automatic;
  setup.creation.staged = staged;
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  while (vksort::pipelineJobCount(sorter) != 0) REQUIRE(vksort::runPipelineJob(sorter) == VK_SUCCESS);
  expectReport(sorter, played);
  for (const Named& named : mock.log.names)
    if (played.kernels) CHECK_FALSE(named.name.starts_with(std::string("vksort ") + played.kernels));
}

}  // namespace

TEST_CASE("known_faulty_kernels_are_not_created" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Played& played : kPlayed) {
      for (const bool staged : {false, true}) {
        INFO("version " << played.version << (staged ? ", staged" : ""));
        expectSkipped(rig, played, staged);
      }
    }
  });
}

TEST_CASE("next_level_replaces_known_faulty_kernels" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!rig.hasFullSubgroups()) return skip("no subgroups");
    const Config radix{.payload = kIndex, .scratch = true};
    const Config rank{.payload = kIndex, .scratch = true, .rank = true};
    for (const auto& [played, config] : {std::pair{kPlayed[1], radix}, {kPlayed[3], rank}, {kPlayed[5], Config{.payload = kIndex}}}) {
      INFO("version " << played.version << ", " << describe(config));
      const SorterSetup setup = rig.setupOf(config);
      const MockVulkan mock(playedBy(played.version, played.vendor));
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      expectReport(sorter, played);
      CHECK(sorter.scratchBytes(20'001) == 0);
      expectSorts(rig, sorter, config, inputsOf({1u, 30u, 1000u, 20'001u}));
    }
  });
}

TEST_CASE("rejects_sorts_that_need_known_faulty_kernels" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const MockVulkan mock(playedBy(40, 1));
    SorterSetup setup = rig.setupOf({.payload = kU32, .full_subgroups = false});
    setup.info.scratch = vksort::Scratch::never;
    setup.info.max_count = 200;  // more than one workgroup of the baseline can sort
    vksort::Sorter sorter;
    const char* reason = nullptr;
    CHECK(vksort::Sorter::create(setup.get(), sorter, &reason) == VK_ERROR_FEATURE_NOT_PRESENT);
    REQUIRE(reason != nullptr);
    CHECK(std::string(reason).find("known to fail on this driver") != std::string::npos);
  });
}

// A driver without an ID matches no row.
TEST_CASE("drivers_without_an_id_are_not_queried" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults = playedBy(40, 1);
    faults.hide_extensions = true;
    faults.edit_properties = [edit = faults.edit_properties](VkPhysicalDeviceProperties2& out) {
      edit(out);
      out.properties.apiVersion = VK_API_VERSION_1_1;
    };
    const MockVulkan mock(faults);
    SorterSetup setup = rig.setupOf({.payload = kIndex});
    setup.info.device.enabled_features = 0;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    CHECK(vksort::getReport(sorter).rejected_count == 0);
  });
}

}  // namespace test
