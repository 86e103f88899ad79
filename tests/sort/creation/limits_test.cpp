// Sorters work within lower or unusual device limits, and reject devices below the baseline.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "create/known_drivers.h"
#include "support/check/conform.h"
#include "support/device/call.h"
#include "support/device/recording.h"
#include "support/skip.h"

namespace test {
namespace {

constexpr uint32_t kVersion14 = VK_MAKE_API_VERSION(0, 1, 4, 0);

Faults withLimits(const std::function<void(VkPhysicalDeviceLimits&)>& edit) {
  Faults faults;
  faults.edit_properties = [edit](VkPhysicalDeviceProperties2& out) { edit(out.properties.limits); };
  return faults;
}

// 0 uses the version of the rig's instance.
vksort::Support supportUnder(Rig& rig, const Faults& faults, uint32_t api_version = 0) {
  if (api_version == 0) api_version = rig.setupOf({}).info.device.api_version;
  const MockVulkan mock(faults);
  return vksort::querySupport(mockInstanceProcAddr, rig.device().instance(), rig.device().physical(), api_version);
}

Faults withoutExtensions(uint32_t device_version) {
  Faults faults;
  faults.hide_extensions = true;
  faults.edit_properties = [device_version](VkPhysicalDeviceProperties2& out) {
    out.properties.apiVersion = device_version;
  };
  return faults;
}

using Subgroup = VkPhysicalDeviceSubgroupProperties;
using Control = VkPhysicalDeviceSubgroupSizeControlProperties;
using Features = VkPhysicalDeviceSubgroupSizeControlFeatures;

template <typename Struct>
Struct* structIn(void* chain, VkStructureType type) {
  for (auto* link = static_cast<VkBaseOutStructure*>(chain); link; link = link->pNext)
    if (link->sType == type) return reinterpret_cast<Struct*>(link);
  return nullptr;
}

template <typename Struct>
Faults editing(VkStructureType type, const std::function<void(Struct&)>& edit) {
  Faults faults;
  faults.edit_properties = [type, edit](VkPhysicalDeviceProperties2& out) {
    if (Struct* found = structIn<Struct>(out.pNext, type)) edit(*found);
  };
  return faults;
}

Faults withoutFeature(VkBool32 Features::*feature) {
  Faults faults;
  faults.edit_features = [feature](VkPhysicalDeviceFeatures2& out) {
    constexpr VkStructureType kType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
    if (auto* found = structIn<Features>(out.pNext, kType)) found->*feature = VK_FALSE;
  };
  return faults;
}

}  // namespace

TEST_CASE("sorts_at_every_offset_of_a_device_with_coarse_alignment" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.payload = kU32, .ties = kByValue};
    const MockVulkan mock(withLimits([](auto& limits) { limits.minStorageBufferOffsetAlignment = 256; }));
    std::vector<Input> inputs;
    for (uint32_t i = 0; i < 200; ++i) inputs.push_back({.n = 1 + i * 7 % 97, .seed = nextSeed()});
    expectSorts(rig, rig.makeSorter(config), config, inputs);
  });
}

// The lower of two workgroup limits applies. Creation::baseline ignores higher ones.
TEST_CASE("kernels_respect_the_device_limits" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const uint32_t width : {128u, 256u, 0u}) {
      const Config config{.payload = kU32, .ties = kByValue, .baseline = width == 0, .full_subgroups = width == 0};
      Faults faults = withLimits([width](auto& limits) {
        if (width == 0) return;
        limits.maxComputeWorkGroupSize[0] = width;
        if (width == 128) limits.maxComputeSharedMemorySize = 16384;
      });
      faults.fake_objects = true;
      const MockVulkan mock(faults);
      const vksort::Sorter sorter = rig.makeSorter(config);
      CHECK(std::ranges::max(mock.log.workgroups) <= (width == 0 ? 128 : width));
      CHECK(mock.log.subgroup_pipelines.empty());
    }
  });
}

// A varying subgroup size must be pinnable for workgroups of 512.
TEST_CASE("optional_features_are_only_used_if_supported" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Faults bare = withoutExtensions(VK_API_VERSION_1_1);
    CHECK(supportUnder(rig, bare).supported);
    CHECK(supportUnder(rig, bare).features == 0);
    if (!rig.hasFullSubgroups()) return;

    const auto varying = [](auto edit) {
      return editing<Control>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES,
                              [edit](auto& control) {
                                control.maxSubgroupSize = 2 * control.minSubgroupSize;
                                control.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
                                control.maxComputeWorkgroupSubgroups = 512;
                                edit(control);
                              });
    };
    const auto subgroups = [](auto edit) {
      return editing<Subgroup>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, edit);
    };
    const std::pair<Faults, bool> kRows[] = {
        {varying([](auto&) {}), true},
        {varying([](auto& control) { control.requiredSubgroupSizeStages = 0; }), false},
        {varying([](auto& control) { control.maxComputeWorkgroupSubgroups = 1; }), false},
        {subgroups([](auto& each) { each.supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT; }), true},
        {subgroups([](auto& each) { each.supportedStages &= ~VK_SHADER_STAGE_COMPUTE_BIT; }), false},
        {withoutFeature(&Features::computeFullSubgroups), false},
        {withoutFeature(&Features::subgroupSizeControl), false},
        {withoutExtensions(VK_API_VERSION_1_2), false},  // the feature is an extension before 1.3
    };
    for (std::size_t i = 0; i < std::size(kRows); ++i) {
      CAPTURE(i);
      CHECK(supportUnder(rig, kRows[i].first).supported);
      CHECK(((supportUnder(rig, kRows[i].first).features & VKSORT_FULL_SUBGROUPS) != 0) == kRows[i].second);
    }
    Faults core_alone;
    core_alone.hide_extensions = true;
    if (rig.device().properties().core.apiVersion >= VK_API_VERSION_1_3)
      CHECK((supportUnder(rig, core_alone).features & VKSORT_FULL_SUBGROUPS) != 0);

    // Only radix sorts need ballots and sums.
    const auto scratchUnder = [&rig](Faults made) {
      made.fake_objects = true;
      const MockVulkan mock(made);
      const vksort::Sorter sorter = rig.makeSorter({.scratch = true});
      CHECK(vksort::getReport(sorter).level == std::string("subgroups"));
      return sorter.scratchBytes(1u << 20);
    };
    constexpr VkSubgroupFeatureFlags kBallot = VK_SUBGROUP_FEATURE_BALLOT_BIT;
    constexpr VkSubgroupFeatureFlags kArithmetic = VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
    for (const VkSubgroupFeatureFlags all : {kBallot | kArithmetic, kBallot, kArithmetic}) {
      const auto offer = [all](auto& each) { each.supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT | all; };
      CHECK((scratchUnder(subgroups(offer)) > 0) == (all == (kBallot | kArithmetic)));
    }
  });
}

// Vulkan 1.4 renames the function.
TEST_CASE("sorts_with_push_descriptors_of_vulkan_1_4" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if ((rig.features() & VKSORT_PUSH_DESCRIPTOR) == 0) return skip("no push descriptors");
    Faults faults = withoutExtensions(kVersion14);
    faults.core_push_descriptors = true;
    const MockVulkan mock(faults);
    const Config config{.payload = kIndex};
    SorterSetup setup = rig.setupOf(config);
    setup.info.device.api_version = kVersion14;
    setup.info.device.enabled_features = VKSORT_PUSH_DESCRIPTOR;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    CHECK(sorter.descriptorSetLayout() == VK_NULL_HANDLE);
    expectSorts(rig, sorter, config, inputsOf({1u, 100u}));
  });
}

TEST_CASE("rejects_devices_below_the_baseline" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Faults old = withoutExtensions(VK_API_VERSION_1_0);
    const Faults narrow = withLimits([](auto& limits) { limits.maxComputeWorkGroupInvocations = 64; });
    const Faults flat = withLimits([](auto& limits) { limits.maxComputeWorkGroupSize[0] = 64; });
    const SorterSetup setup = rig.setupOf({});
    for (const Faults& faults : {old, narrow, flat}) {
      const vksort::Support support = supportUnder(rig, faults);
      CHECK_FALSE(support.supported);
      CHECK(support.features == 0);
      CHECK(support.reason != nullptr);
      const MockVulkan mock(faults);
      vksort::Sorter sorter;
      const char* reason = nullptr;
      CHECK(vksort::Sorter::create(setup.get(), sorter, &reason) == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK_FALSE(sorter);
      CHECK(reason == support.reason);
    }
    // An instance of Vulkan 1.0 limits the device to 1.0.
    const vksort::Support support = supportUnder(rig, {}, VK_API_VERSION_1_0);
    CHECK_FALSE(support.supported);
    REQUIRE(support.reason != nullptr);
    CHECK(std::string(support.reason).find("api_version") != std::string::npos);
  });
}

TEST_CASE("each_known_driver_links_to_a_report" * doctest::test_suite("one width")) {
  for (const vksort::KnownDriver& row : vksort::knownDrivers()) {
    INFO(std::string(row.reason));
    CHECK(std::string(row.reason).find(": https://") != std::string::npos);
    CHECK(row.first_version <= row.last_version);
  }
}

// Debug builds query the size of each buffer.
TEST_CASE("release_recordings_do_not_query_the_driver" * doctest::test_suite("one width")) {
#ifdef NDEBUG
  static constexpr bool kAsks = false;
#else
  static constexpr bool kAsks = true;
#endif
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      const vksort::Sorter sorter = fakeSorter(rig, config);
      const Recorded made = recordMode(rig, sorter, config, modeCall(rig, config));
      CHECK(made.kernels.size() != 0);
      CHECK((made.log.buffer_queries != 0) == kAsks);
    }
  });
}

}  // namespace test
