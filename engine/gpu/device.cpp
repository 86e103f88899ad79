#include "gpu/device.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gpu/device_features.h"
#include "gpu/structs.h"

namespace gpu {
namespace {

DeviceProperties queryProperties(VkPhysicalDevice physical, uint32_t instance_version) {
  DeviceProperties found;
  vkGetPhysicalDeviceProperties(physical, &found.core);
  found.api_version = std::min(instance_version, found.core.apiVersion);
  found.subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  found.subgroup_size.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
  VkPhysicalDeviceProperties2 query{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &found.subgroup, {}};
  uint32_t count = 0;
  vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, extensions.data());
  const bool size_control =
      found.api_version >= VK_API_VERSION_1_3 || std::ranges::any_of(extensions, [](const auto& e) {
        return std::string(e.extensionName) == VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME;
      });
  if (size_control) found.subgroup.pNext = &found.subgroup_size;
  vkGetPhysicalDeviceProperties2(physical, &query);
  found.subgroup.pNext = nullptr;
  vkGetPhysicalDeviceMemoryProperties(physical, &found.memory);
  found.timestamp_period = static_cast<double>(found.core.limits.timestampPeriod);
  return found;
}

std::vector<VkQueueFamilyProperties> queueFamilies(VkPhysicalDevice physical) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  return families;
}

uint32_t pickQueueFamily(const std::vector<VkQueueFamilyProperties>& families, const char* device_name) {
  constexpr VkQueueFlags kBoth = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  for (const VkQueueFlags wanted : {kBoth, VkQueueFlags{VK_QUEUE_COMPUTE_BIT}})
    for (uint32_t i = 0; i < families.size(); ++i)
      if ((families[i].queueFlags & wanted) == wanted) return i;
  throw Error(std::string(device_name) + " does not support compute queues", VK_ERROR_FEATURE_NOT_PRESENT);
}

// Prefers a family with compute and without graphics.
uint32_t pickComputeFamily(const std::vector<VkQueueFamilyProperties>& families, uint32_t otherwise) {
  for (uint32_t i = 0; i < families.size(); ++i)
    if ((families[i].queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)) == VK_QUEUE_COMPUTE_BIT) return i;
  return otherwise;
}

}  // namespace

Device::Device(const Instance& instance, const DeviceInfo& info)
    : instance_(instance.handle()),
      physical_(info.physical),
      properties_(queryProperties(info.physical, instance.apiVersion())) {
  const std::vector<VkQueueFamilyProperties> families = queueFamilies(physical_);
  queue_family_ = pickQueueFamily(families, properties_.core.deviceName);
  compute_queue_family_ = info.want_compute_queue ? pickComputeFamily(families, queue_family_) : queue_family_;
  properties_.timestamp_valid_bits = families[queue_family_].timestampValidBits;

  const FeatureChoice choice(info, properties_.api_version);
  enabled_ = choice.enabled();
  enabled_.graphics = (families[queue_family_].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;

  const float priority = 1.0F;
  VkDeviceQueueCreateInfo queues[2] = {};
  for (VkDeviceQueueCreateInfo& queue : queues) {
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
  }
  queues[0].queueFamilyIndex = queue_family_;
  queues[1].queueFamilyIndex = compute_queue_family_;
  auto create = vkStruct<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  create.pNext = choice.chain();
  create.queueCreateInfoCount = compute_queue_family_ != queue_family_ ? 2 : 1;
  create.pQueueCreateInfos = queues;
  create.enabledExtensionCount = static_cast<uint32_t>(choice.extensions().size());
  create.ppEnabledExtensionNames = choice.extensions().data();
  const std::string what = std::string("creating a device on ") + properties_.core.deviceName;
  check(vkCreateDevice(physical_, &create, nullptr, &device_), what.c_str());

  volkLoadDeviceTable(&vk, device_);
  if (vk.vkCmdBeginRendering == nullptr) {
    vk.vkCmdBeginRendering = vk.vkCmdBeginRenderingKHR;
    vk.vkCmdEndRendering = vk.vkCmdEndRenderingKHR;
  }
  vk.vkGetDeviceQueue(device_, queue_family_, 0, &queue_);
  vk.vkGetDeviceQueue(device_, compute_queue_family_, 0, &compute_queue_);
  if (instance.debugUtils()) {
    const auto load = [&](const char* name) { return vkGetInstanceProcAddr(instance_, name); };
    set_name_ = reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(load("vkSetDebugUtilsObjectNameEXT"));
    begin_label_ = reinterpret_cast<PFN_vkCmdBeginDebugUtilsLabelEXT>(load("vkCmdBeginDebugUtilsLabelEXT"));
    end_label_ = reinterpret_cast<PFN_vkCmdEndDebugUtilsLabelEXT>(load("vkCmdEndDebugUtilsLabelEXT"));
  }
}

Device::~Device() {
  vk.vkDeviceWaitIdle(device_);
  vk.vkDestroyDevice(device_, nullptr);
}

void Device::waitIdle() const { check(vk.vkDeviceWaitIdle(device_), "waiting for the device"); }

void Device::setObjectName(VkObjectType type, uint64_t handle, const char* name) const {
  if (set_name_ == nullptr || name == nullptr) return;
  auto info = vkStruct<VkDebugUtilsObjectNameInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT);
  info.objectType = type;
  info.objectHandle = handle;
  info.pObjectName = name;
  set_name_(device_, &info);
}

void Device::beginLabel(VkCommandBuffer cmd, const char* name) const {
  if (begin_label_ == nullptr) return;
  auto label = vkStruct<VkDebugUtilsLabelEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT);
  label.pLabelName = name;
  begin_label_(cmd, &label);
}

void Device::endLabel(VkCommandBuffer cmd) const {
  if (end_label_ != nullptr) end_label_(cmd);
}

}  // namespace gpu
