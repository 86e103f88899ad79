// Chooses the extensions and features of a new device. Private to engine/gpu.
#pragma once
#include <vector>

#include "gpu/device.h"
#include "gpu/structs.h"

namespace gpu {

// Not copyable, because chain() points into it.
class FeatureChoice {
 public:
  FeatureChoice(const DeviceInfo& info, uint32_t api_version);
  FeatureChoice(const FeatureChoice&) = delete;
  FeatureChoice& operator=(const FeatureChoice&) = delete;

  const std::vector<const char*>& extensions() const { return extensions_; }
  const EnabledFeatures& enabled() const { return enabled_; }
  const void* chain() const { return chain_; }

 private:
  bool offered(const char* extension) const;
  void require(const char* extension);
  void requirePipelineStatistics(VkPhysicalDevice physical);
  void chooseSubgroupSizeControl(VkPhysicalDevice physical, uint32_t api_version);
  void chooseDynamicRendering(VkPhysicalDevice physical, uint32_t api_version);

  std::vector<VkExtensionProperties> offered_;
  std::vector<const char*> extensions_;
  EnabledFeatures enabled_;
  VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_size_ = vkStruct<VkPhysicalDeviceSubgroupSizeControlFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES);
  VkPhysicalDeviceDynamicRenderingFeatures dynamic_rendering_ =
      vkStruct<VkPhysicalDeviceDynamicRenderingFeatures>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES);
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR pipeline_statistics_ =
      vkStruct<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR);
  void* chain_;
};

}  // namespace gpu
