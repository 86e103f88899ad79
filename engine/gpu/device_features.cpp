#include "gpu/device_features.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace gpu {
namespace {

constexpr const char* kPortabilitySubset = "VK_KHR_portability_subset";  // its macro is in vulkan_beta.h

}  // namespace

FeatureChoice::FeatureChoice(const DeviceInfo& info, uint32_t api_version) : chain_(info.features) {
  uint32_t count = 0;
  check(vkEnumerateDeviceExtensionProperties(info.physical, nullptr, &count, nullptr), "counting device extensions");
  offered_.resize(count);
  check(vkEnumerateDeviceExtensionProperties(info.physical, nullptr, &count, offered_.data()),
        "listing device extensions");

  if (offered(kPortabilitySubset)) require(kPortabilitySubset);  // required by Vulkan
  if (info.want_swapchain) require(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
  if (info.want_pipeline_statistics) requirePipelineStatistics(info.physical);
  if (offered(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)) {
    require(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
    enabled_.push_descriptor = true;
  }
  chooseSubgroupSizeControl(info.physical, api_version);
  chooseDynamicRendering(info.physical, api_version);
}

void FeatureChoice::requirePipelineStatistics(VkPhysicalDevice physical) {
  require(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &pipeline_statistics_, {}};
  vkGetPhysicalDeviceFeatures2(physical, &features);
  if (pipeline_statistics_.pipelineExecutableInfo != VK_TRUE)
    throw Error("this device does not support the feature pipelineExecutableInfo", VK_ERROR_FEATURE_NOT_PRESENT);
  pipeline_statistics_.pNext = chain_;
  chain_ = &pipeline_statistics_;
}

void FeatureChoice::chooseSubgroupSizeControl(VkPhysicalDevice physical, uint32_t api_version) {
  const bool core = api_version >= VK_API_VERSION_1_3;
  if (!core && !offered(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME)) return;
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &subgroup_size_, {}};
  vkGetPhysicalDeviceFeatures2(physical, &features);
  enabled_.subgroup_size_control = subgroup_size_.subgroupSizeControl == VK_TRUE;
  enabled_.full_subgroups = subgroup_size_.computeFullSubgroups == VK_TRUE;
  if (!core) require(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
  subgroup_size_.pNext = chain_;
  chain_ = &subgroup_size_;
}

void FeatureChoice::chooseDynamicRendering(VkPhysicalDevice physical, uint32_t api_version) {
  const bool core = api_version >= VK_API_VERSION_1_3;
  // Extensions that it requires before Vulkan 1.2.
  const char* const needed[] = {VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME, VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME,
                                VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME};
  if (!core && !std::ranges::all_of(needed, [&](const char* name) { return offered(name); })) return;
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &dynamic_rendering_, {}};
  vkGetPhysicalDeviceFeatures2(physical, &features);
  if (dynamic_rendering_.dynamicRendering != VK_TRUE) return;
  enabled_.dynamic_rendering = true;
  if (!core)
    for (const char* name : needed) require(name);
  dynamic_rendering_.pNext = chain_;
  chain_ = &dynamic_rendering_;
}

bool FeatureChoice::offered(const char* extension) const {
  return std::ranges::any_of(offered_, [&](const auto& e) { return std::strcmp(e.extensionName, extension) == 0; });
}

void FeatureChoice::require(const char* extension) {
  if (!offered(extension))
    throw Error(std::string("this device does not support the extension ") + extension, VK_ERROR_EXTENSION_NOT_PRESENT);
  const auto same = [&](const char* name) { return std::strcmp(name, extension) == 0; };
  if (std::ranges::none_of(extensions_, same)) extensions_.push_back(extension);
}

}  // namespace gpu
