// Which sizes of a subgroup are used, and that others are done without.
#include <doctest/doctest.h>

#include "support/device/rig.h"

namespace test {
namespace {

using vksort::Values;

// All subgroups of the device have so many invocations; or `size` of them unless pinned.
Faults withSubgroups(uint32_t size, bool varying) {
  Faults faults;
  faults.fake_objects = true;
  faults.edit_features = [](VkPhysicalDeviceFeatures2& out) {
    for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
      if (link->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES) continue;
      auto& control = *reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlFeatures*>(link);
      control.computeFullSubgroups = control.subgroupSizeControl = VK_TRUE;
    }
  };
  faults.edit_properties = [size, varying](VkPhysicalDeviceProperties2& out) {
    out.properties.apiVersion = VK_API_VERSION_1_3;
    out.properties.limits.maxComputeWorkGroupInvocations = out.properties.limits.maxComputeWorkGroupSize[0] = 1024;
    out.properties.limits.maxComputeSharedMemorySize = 49152;
    for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
      if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
        auto& subgroup = *reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(link);
        subgroup.subgroupSize = size;
        subgroup.supportedStages |= VK_SHADER_STAGE_COMPUTE_BIT;
        subgroup.supportedOperations |= VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
      } else if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
        auto& control = *reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(link);
        control.minSubgroupSize = size;
        control.maxSubgroupSize = varying ? 2 * size : size;
        control.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
        control.maxComputeWorkgroupSubgroups = 1024;
      }
    }
  };
  return faults;
}

}  // namespace

TEST_CASE("uses_subgroups_of_4_to_128_invocations_and_no_others" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const uint32_t size : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 1024u}) {
      for (const bool varying : {false, true}) {
        INFO("subgroups of " << size << (varying ? " and more" : ""));
        const bool usable = size >= 4 && size <= 128;
        const HookScope hooks(withSubgroups(size, varying));
        const vksort::Support support =
            vksort::querySupport(hookedInstanceProcAddr, rig.device().instance(), rig.device().physical());
        CHECK(support.supported);
        CHECK(((support.features & vksort::kFullSubgroups) != 0) == usable);
        for (const Values values : {Values::none, Values::split}) {
          vksort::SorterInfo info = rig.sorterInfo({.values = values});
          info.enabled_features |= vksort::kFullSubgroups;
          vksort::Sorter sorter;
          const VkResult made = vksort::Sorter::create(info, sorter);
          CHECK(made == (usable ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT));
          info.enabled_features &= ~vksort::kFullSubgroups;
          CHECK(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        }
        CHECK(hooks.log.subgroup_pipelines.empty() == !usable);
        // All that radix adds to the pipelines of the network has full subgroups.
        std::size_t pipelines[2] = {}, full[2] = {};
        for (const bool radix : {false, true}) {
          const HookScope counted(withSubgroups(size, varying));
          vksort::SorterInfo info = rig.sorterInfo({.radix = radix});
          info.enabled_features |= vksort::kFullSubgroups;
          vksort::Sorter sorter;
          CHECK(vksort::Sorter::create(info, sorter) == (usable ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT));
          CHECK((sorter.scratchBytes(1 << 20) > 0) == (usable && radix));
          pipelines[radix] = counted.log.workgroups.size();
          full[radix] = counted.log.subgroup_pipelines.size();
        }
        CHECK((pipelines[1] > pipelines[0]) == usable);
        CHECK(full[1] - full[0] == pipelines[1] - pipelines[0]);
        // One subgroup sorts 4 elements per invocation.
        const vksort::PlanDevice device{
            .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = size};
        const std::string first = vksort::planPass({}, device, 4 * size, 0).name;
        CHECK((first == "subgroup_sort") == usable);
        CHECK(vksort::planPass({}, device, 4 * size + 1, 0).name != std::string("subgroup_sort"));
        for (const uint32_t pinned : hooks.log.pinned_sizes) CHECK((pinned == 0 || (varying && pinned == size)));
      }
    }
  });
}

}  // namespace test
