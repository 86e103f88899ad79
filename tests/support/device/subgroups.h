// Simulates devices with other subgroup sizes.
#pragma once
#include "support/device/rig.h"
#include "sorts/sizes/classes.h"

namespace test {

// Simulates a GPU that cannot run anything. Subgroups have `size` invocations, or up to twice as many if `varying`. If
// their size is pinned, a workgroup contains at most `most` subgroups.
inline Faults withSubgroups(uint32_t size, bool varying, uint32_t most = 1024) {
  Faults faults;
  faults.fake_objects = true;
  faults.edit_features = [](VkPhysicalDeviceFeatures2& out) {
    for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
      if (link->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES) continue;
      auto& control = *reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlFeatures*>(link);
      control.computeFullSubgroups = control.subgroupSizeControl = VK_TRUE;
    }
  };
  faults.edit_properties = [size, varying, most](VkPhysicalDeviceProperties2& out) {
    out.properties.apiVersion = VK_API_VERSION_1_3;
    out.properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    out.properties.limits.maxComputeWorkGroupInvocations = out.properties.limits.maxComputeWorkGroupSize[0] = 1024;
    out.properties.limits.maxComputeSharedMemorySize = 49152;
    for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
      if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
        auto& subgroup = *reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(link);
        subgroup.subgroupSize = size;
        subgroup.supportedStages |= VK_SHADER_STAGE_COMPUTE_BIT;
        subgroup.supportedOperations |= VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
      } else if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
        auto& control = *reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(link);
        control.minSubgroupSize = size;
        control.maxSubgroupSize = varying ? 2 * size : size;
        control.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
        control.maxComputeWorkgroupSubgroups = most;
      }
    }
  };
  return faults;
}

// Runs the emulated kernels. `shared_bytes` limits the shared memory of a workgroup, unless 0.
Faults emulated(uint32_t size, uint32_t shared_bytes = 0);

// If `emulates`, `size` is not the real subgroup size.
Faults inClass(const vksort::DeviceClass& of, uint32_t size, uint32_t shared_bytes, bool emulates);

// The real size must divide all emulated ones; the smallest is 32.
inline bool canEmulate(const Rig& rig) {
  return rig.hasFullSubgroups() && rig.device().properties().subgroup.subgroupSize <= 32;
}
inline constexpr const char* kCannotEmulate = "no subgroups, or larger ones than those that are emulated";

}  // namespace test
