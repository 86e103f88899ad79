// Devices that are poorer, or odder, than the one at hand; played by the hooks.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "support/check/conform.h"
#include "support/skip.h"
#include "vulkan/support.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Values;

Faults withLimits(const std::function<void(VkPhysicalDeviceLimits&)>& edit) {
  Faults faults;
  faults.edit_properties = [edit](VkPhysicalDeviceProperties2& out) { edit(out.properties.limits); };
  return faults;
}

vksort::Support supportUnder(Rig& rig, const Faults& faults) {
  const HookScope hooks(faults);
  return vksort::querySupport(hookedInstanceProcAddr, rig.device().instance(), rig.device().physical());
}

bool listsSubgroupSizeControl(Rig& rig) {
  uint32_t count = 0;
  REQUIRE(vkEnumerateDeviceExtensionProperties(rig.device().physical(), nullptr, &count, nullptr) == VK_SUCCESS);
  std::vector<VkExtensionProperties> all(count);
  REQUIRE(vkEnumerateDeviceExtensionProperties(rig.device().physical(), nullptr, &count, all.data()) == VK_SUCCESS);
  return std::ranges::any_of(all, [](const VkExtensionProperties& each) {
    return each.extensionName == std::string(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
  });
}

std::vector<Input> manySizes(uint32_t tile) {
  std::vector<Input> inputs;
  for (const uint32_t n : {1u, 2u, 100u, tile, tile + 1, 5 * tile + 3, 16 * tile, 31 * tile + 1, 100 * tile + 9})
    inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
  return inputs;
}

}  // namespace

TEST_CASE("folds_the_grid_of_a_device_with_few_groups_per_axis" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.values = Values::split, .path = Path::floor};
    const HookScope hooks(withLimits([](auto& limits) { limits.maxComputeWorkGroupCount[0] = 3; }));
    const vksort::Sorter sorter = rig.makeSorter(config);
    const Report report = checkSorts(rig, sorter, config, manySizes(1u << rig.tuning(config).tile_log2));
    INFO(report.first);
    CHECK(report.ok());
    CHECK(report.widest_grid <= 3);
    CHECK(report.tallest_grid > 1);
  });
}

TEST_CASE("sorts_at_every_offset_of_a_device_with_coarse_alignment" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      const Config config{.values = values};
      const HookScope hooks(withLimits([](auto& limits) { limits.minStorageBufferOffsetAlignment = 256; }));
      const vksort::Sorter sorter = rig.makeSorter(config);
      std::vector<Input> inputs;
      for (uint32_t i = 0; i < 200; ++i) inputs.push_back({1 + i * 7 % 97, Keys::random, Payload::index, nextSeed()});
      const Report report = checkSorts(rig, sorter, config, inputs);
      INFO(report.first);
      CHECK(report.ok());
    }
  });
}

TEST_CASE("asks_a_floor_device_for_no_more_than_it_has" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split}) {
      Faults faults = withLimits([](auto& limits) {
        limits.maxComputeWorkGroupInvocations = 128;
        limits.maxComputeWorkGroupSize[0] = 128;
        limits.maxComputeSharedMemorySize = 16384;
      });
      const Config config{.values = values, .full_subgroups = false};
      HookScope hooks(faults);
      const vksort::Sorter sorter = rig.makeSorter(config);
      CHECK(std::ranges::max(hooks.log.workgroups) <= 128);
      CHECK(hooks.log.subgroup_pipelines.empty());
      if (values == Values::none) continue;  // no other kernels but for the loads
      const Report report = checkSorts(rig, sorter, config, manySizes(1024));
      INFO(report.first);
      CHECK(report.ok());
    }
  });
}

// Of the two limits the lesser counts.
TEST_CASE("has_no_workgroup_wider_than_a_device_allows" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const uint32_t width : {128u, 256u}) {
      HookScope hooks(withLimits([width](auto& limits) { limits.maxComputeWorkGroupSize[0] = width; }));
      const vksort::Sorter sorter = rig.makeSorter({.values = Values::split, .full_subgroups = false});
      CHECK(std::ranges::max(hooks.log.workgroups) <= width);
    }
  });
}

TEST_CASE("keeps_the_floor_path_to_the_floor" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      HookScope hooks;
      const vksort::Sorter sorter = rig.makeSorter({.values = values, .path = Path::floor});
      CHECK(std::ranges::max(hooks.log.workgroups) <= 128);
      CHECK(hooks.log.subgroup_pipelines.empty());
    }
  });
}

TEST_CASE("uses_optional_features_only_when_they_are_offered" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.hide_extensions = true;
    faults.edit_properties = [](auto& out) { out.properties.apiVersion = VK_API_VERSION_1_1; };
    CHECK(supportUnder(rig, faults).supported);
    CHECK(supportUnder(rig, faults).features == 0);
    if (!rig.hasSubgroupPass()) return;

    const auto edit_subgroups = [](auto edit) {
      Faults made;
      made.edit_properties = [edit](VkPhysicalDeviceProperties2& out) {
        for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext)
          if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES)
            edit(*reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(link));
      };
      return made;
    };
    const Faults without_shuffle =
        edit_subgroups([](auto& subgroup) { subgroup.supportedOperations &= ~VK_SUBGROUP_FEATURE_SHUFFLE_BIT; });
    const Faults without_compute =
        edit_subgroups([](auto& subgroup) { subgroup.supportedStages &= ~VK_SHADER_STAGE_COMPUTE_BIT; });
    Faults without_full;
    without_full.edit_features = [](VkPhysicalDeviceFeatures2& out) {
      for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext)
        if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES)
          reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlFeatures*>(link)->computeFullSubgroups = VK_FALSE;
    };
    Faults without_control;
    without_control.edit_features = [](VkPhysicalDeviceFeatures2& out) {
      for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext)
        if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES)
          reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlFeatures*>(link)->subgroupSizeControl = VK_FALSE;
    };
    // Where the size can vary, it must be possible to pin it, for workgroups of 512.
    const auto edit_control = [](auto edit) {
      Faults made;
      made.edit_properties = [edit](VkPhysicalDeviceProperties2& out) {
        for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
          if (link->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) continue;
          auto& control = *reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(link);
          control.maxSubgroupSize = 2 * control.minSubgroupSize;
          control.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
          control.maxComputeWorkgroupSubgroups = 512;
          edit(control);
        }
      };
      return made;
    };
    const Faults unpinnable = edit_control([](auto& control) { control.requiredSubgroupSizeStages = 0; });
    const Faults pinned_small = edit_control([](auto& control) { control.maxComputeWorkgroupSubgroups = 1; });
    CHECK((supportUnder(rig, edit_control([](auto&) {})).features & vksort::kFullSubgroups) != 0);
    if (rig.device().properties().core.apiVersion >= VK_API_VERSION_1_3) {
      Faults core_alone;
      core_alone.hide_extensions = true;
      CHECK((supportUnder(rig, core_alone).features & vksort::kFullSubgroups) != 0);
    }
    // Before 1.3, where it is not there but by the extension.
    Faults by_extension;
    by_extension.edit_properties = [](auto& out) { out.properties.apiVersion = VK_API_VERSION_1_2; };
    if (supportUnder(rig, {}).features != 0 && listsSubgroupSizeControl(rig))
      CHECK((supportUnder(rig, by_extension).features & vksort::kFullSubgroups) != 0);
    by_extension.hide_extensions = true;
    CHECK((supportUnder(rig, by_extension).features & vksort::kFullSubgroups) == 0);
    for (const Faults& each :
         {without_shuffle, without_compute, without_full, without_control, unpinnable, pinned_small}) {
      CHECK(supportUnder(rig, each).supported);
      CHECK((supportUnder(rig, each).features & vksort::kFullSubgroups) == 0);
    }

    // Ballots and sums are for radix sorts alone.
    const auto scratchUnder = [&rig](const Faults& made) {
      const HookScope hooks(made);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(rig.sorterInfo({.lent = true}), sorter) == VK_SUCCESS);
      CHECK(sorter.pathReport().path == std::string("subgroups"));
      return sorter.scratchBytes(1u << 20);
    };
    CHECK(scratchUnder({}) > 0);
    for (const VkSubgroupFeatureFlags needed : {VK_SUBGROUP_FEATURE_BALLOT_BIT, VK_SUBGROUP_FEATURE_ARITHMETIC_BIT}) {
      const auto take = [needed](auto& subgroup) { subgroup.supportedOperations &= ~needed; };
      CHECK(scratchUnder(edit_subgroups(take)) == 0);
    }
  });
}

// One workgroup sorts 2^13 keys in 34816 bytes; software, which says that it has 32 KiB, gives it as many.
TEST_CASE("sorts_pairs_of_tiles_where_shared_memory_has_room_for_them" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const VkPhysicalDeviceProperties& core = rig.device().properties().core;
    const bool software = core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (!software && core.limits.maxComputeSharedMemorySize < 34816) return skip("the device has less");
    if (core.limits.maxComputeWorkGroupInvocations < 512) return skip("too few invocations for 16 elements of each");
    const HookScope hooks(withLimits([](auto& limits) { limits.maxComputeSharedMemorySize = 34816; }));
    const Config config{};
    vksort::SorterInfo info = rig.sorterInfo(config);
    vksort::Tuning tuning = rig.tuning(config);  // of few kernels
    tuning.small_log2 = tuning.medium_log2 = tuning.large_log2 = tuning.subgroup_sort = 0;
    tuning.tile_log2 = 12;
    tuning.double_tiles = 1;
    tuning.smallest_merge_log2 = tuning.merge_log2 = 11;
    info.tuning = &tuning;
    info.max_count = 8192;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    CHECK(sorter.planPass(8192, 0).name == std::string("double_sort"));
    CHECK(sorter.plan(8192).dispatches == 1);
    std::vector<Input> inputs;
    for (const uint32_t n : {4097u, 8191u, 8192u}) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
    const Report report = checkSorts(rig, sorter, config, inputs);
    INFO(report.first);
    CHECK(report.ok());
  });
}

TEST_CASE("refuses_devices_below_the_floor" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults old;
    old.edit_properties = [](auto& out) { out.properties.apiVersion = VK_API_VERSION_1_0; };
    const Faults narrow = withLimits([](auto& limits) { limits.maxComputeWorkGroupInvocations = 64; });
    const Faults flat = withLimits([](auto& limits) { limits.maxComputeWorkGroupSize[0] = 64; });
    for (const Faults& faults : {old, narrow, flat}) {
      const vksort::Support support = supportUnder(rig, faults);
      CHECK_FALSE(support.supported);
      CHECK(support.reason != nullptr);
      const HookScope hooks(faults);
      vksort::Sorter sorter;
      const char* reason = nullptr;
      CHECK(vksort::Sorter::create(rig.sorterInfo({}), sorter, &reason) == VK_ERROR_FEATURE_NOT_PRESENT);
      CHECK_FALSE(sorter);
      CHECK(reason == support.reason);
    }
  });
}

TEST_CASE("a_device_that_cannot_be_asked_is_not_supported" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const char* name : {"vkEnumerateDeviceExtensionProperties", "vkGetPhysicalDeviceProperties2",
                             "vkGetPhysicalDeviceFeatures2", "vkGetDeviceProcAddr"}) {
      CAPTURE(name);
      Faults faults;
      faults.missing_function = name;
      const vksort::Support support = supportUnder(rig, faults);
      CHECK_FALSE(support.supported);
      CHECK(support.reason != nullptr);
    }
    CHECK_FALSE(vksort::querySupport(vkGetInstanceProcAddr, rig.device().instance(), VK_NULL_HANDLE).supported);
  });
}

TEST_CASE("takes_the_vendor_that_the_device_names" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.vendorID = 0x10de; };
    const HookScope hooks(faults);
    vksort::InstanceFunctions functions;
    vksort::DeviceFacts facts;
    REQUIRE(vksort::load(hookedInstanceProcAddr, rig.device().instance(), functions));
    REQUIRE(vksort::inspect(functions, rig.device().physical(), facts) == VK_SUCCESS);
    CHECK(facts.limits.vendor_id == 0x10de);
  });
}

}  // namespace test
