// Kernels only use subgroup sizes that they support and that the device can pin.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/device/call.h"
#include "support/device/rig.h"
#include "support/device/subgroups.h"

namespace test {
namespace {

bool needsNoSubgroups(const std::string& name) {
  return name == "vksort setup" || name == "vksort segment_setup" || name.starts_with("vksort rank_merge");
}

std::string wronglyRequiring(Rig& rig, const Config& config, uint32_t size, bool varying) {
  const MockVulkan mock(withSubgroups(size, varying));
  SorterSetup setup = rig.setupOf(config);
  setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS | VKSORT_DEBUG_UTILS;
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  std::string wrong;
  std::size_t index = 0;
  for (const Created& made : mock.log.created) {
    if (made.kind != 'p') continue;
    const auto named = std::ranges::find(mock.log.names, made.handle, &Named::handle);
    REQUIRE(named != mock.log.names.end());
    const bool is_full = std::ranges::count(mock.log.subgroup_pipelines, (VkPipeline)made.handle) != 0;
    const bool needs = !needsNoSubgroups(named->name);
    const uint32_t pinned = mock.log.pinned_sizes[index++];
    if (is_full != needs || pinned != (needs && varying ? size : 0)) wrong += named->name + " ";
  }
  CHECK(index > 0);
  return wrong;
}

vksort::Support supportOf(Rig& rig) {
  return vksort::querySupport(mockInstanceProcAddr, rig.device().instance(), rig.device().physical(),
                              rig.setupOf({}).info.device.api_version);
}

}  // namespace

TEST_CASE("kernels_only_use_subgroups_of_4_to_128_invocations" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const uint32_t size : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 1024u}) {
      for (const bool varying : {false, true}) {
        INFO("subgroups of " << size << (varying ? " and more" : ""));
        const bool usable = size >= 4 && size <= 128;
        const MockVulkan mock(withSubgroups(size, varying));
        CHECK(supportOf(rig).supported);
        CHECK(((supportOf(rig).features & VKSORT_FULL_SUBGROUPS) != 0) == usable);
        SorterSetup setup = rig.setupOf({.scratch = true});
        setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
        vksort::Sorter sorter;
        CHECK(vksort::Sorter::create(setup.get(), sorter) == (usable ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT));
        CHECK((sorter.scratchBytes(1 << 20) > 0) == usable);
        setup.info.device.enabled_features &= ~VKSORT_FULL_SUBGROUPS;
        CHECK(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
        CHECK(sorter.scratchBytes(1 << 20) == 0);
        CHECK(mock.log.subgroup_pipelines.empty() == !usable);
        for (const Config& config : {Config{}, Config{.payload = kU32, .ties = kAnyTies}, Config{.scratch = true},
                                     Config{.payload = kIndex, .scratch = true, .rank = true}}) {
          INFO(describe(config));
          if (usable) CHECK(wronglyRequiring(rig, config, size, varying) == "");
        }
      }
    }
  });
}

// The largest in-place kernel has 512 invocations.
TEST_CASE("pinning_requires_enough_subgroups_per_workgroup" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const auto& [most, offered] : {std::pair{0u, false}, {8u, false}, {15u, false}, {16u, true}}) {
      CAPTURE(most);
      const MockVulkan mock(withSubgroups(32, true, most));
      CHECK(supportOf(rig).supported);
      CHECK(((supportOf(rig).features & VKSORT_FULL_SUBGROUPS) != 0) == offered);
    }
  });
}

TEST_CASE("workgroups_respect_the_limit_of_pinned_subgroups" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const auto largestOf = [&](const Faults& faults) {
      const MockVulkan mock(faults);
      SorterSetup setup = rig.setupOf({.payload = kU32, .scratch = true});
      setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      CHECK(sorter.scratchBytes(1 << 20) > 0);
      uint32_t largest = 0;
      for (std::size_t i = 0; i < mock.log.workgroups.size(); ++i) {
        if (mock.log.pinned_sizes[i] != 0) largest = std::max(largest, mock.log.workgroups[i]);
      }
      return largest;
    };
    CHECK(largestOf(withSubgroups(32, true, 16)) == 512);
    CHECK(largestOf(withSubgroups(32, true, 31)) == 512);
    CHECK(largestOf(withSubgroups(32, true, 32)) == 1024);
    CHECK(largestOf(withSubgroups(32, true, 1u << 27)) == 1024);  // 2^32 invocations
    CHECK(largestOf(withSubgroups(32, false, 16)) == 0);
  });
}

// Intel: 16 if supported, otherwise the nearest. A workgroup of 512 must fit.
TEST_CASE("pipelines_require_the_size_of_the_class" * doctest::test_suite("one width")) {
  struct Row {
    uint32_t vendor_id, own, min, max, most, required;
  };
  constexpr Row kRows[] = {{0x8086, 32, 8, 32, 64, 16},  {0x8086, 32, 16, 32, 64, 16}, {0x8086, 8, 8, 8, 64, 0},
                           {0x8086, 32, 8, 32, 31, 32},  {0x8086, 8, 4, 8, 64, 8},     {0x1234, 32, 8, 32, 64, 32},
                           {0x1234, 64, 32, 64, 64, 64}, {0x106b, 32, 4, 32, 0, 0}};  // Apple supports no required size
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const Row& row : kRows) {
      INFO("vendor " << row.vendor_id << ", " << row.min << " to " << row.max << ", " << row.most << " subgroups");
      Faults faults = withSubgroups(row.own, row.min != row.max, row.most);
      faults.edit_properties = [row, others = faults.edit_properties](VkPhysicalDeviceProperties2& out) {
        others(out);
        out.properties.vendorID = row.vendor_id;
        for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
          if (link->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) continue;
          auto& control = *reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(link);
          control.minSubgroupSize = row.min;
          control.maxSubgroupSize = row.max;
          if (row.most == 0) control.requiredSubgroupSizeStages = 0;
        }
      };
      const MockVulkan mock(faults);
      SorterSetup setup = rig.setupOf({.payload = kIndex, .scratch = true});
      setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      CHECK(!mock.log.subgroup_pipelines.empty());
      CHECK(sorter.scratchBytes(1 << 20) > 0);
      for (const uint32_t pinned : mock.log.pinned_sizes) CHECK((pinned == 0 || pinned == row.required));
      CHECK((std::ranges::count(mock.log.pinned_sizes, row.required) > 3));
    }
  });
}

}  // namespace test
