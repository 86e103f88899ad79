// Creates a device without optional features and a Sorter, for applications that use a Vulkan loader.
#pragma once
#include "vksort.h"

static_assert(__cplusplus == 201703L, "linking vksort leaves a host the standard that it set");

namespace host {

inline bool createsSorter(PFN_vkGetInstanceProcAddr get, VkInstance instance, VkPhysicalDevice physical_device,
                          VkDevice device) {
  vksort::SorterInfo info{};
  info.device.get_instance_proc_addr = get;
  info.device.instance = instance;
  info.device.physical_device = physical_device;
  info.device.device = device;
  info.device.api_version = VK_API_VERSION_1_1;
  vksort::Sorter sorter;
  return vksort::Sorter::create(info, sorter) == VK_SUCCESS && sorter.descriptorSetLayout();
}

// Returns 0, or the index of the step that failed.
inline int run(PFN_vkGetInstanceProcAddr get) {
  VkInstance instance = VK_NULL_HANDLE;
  const auto create_instance = reinterpret_cast<PFN_vkCreateInstance>(get(instance, "vkCreateInstance"));
  VkApplicationInfo app{};
  app.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  app.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo instance_info{};
  instance_info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  instance_info.pApplicationInfo = &app;
  if (create_instance(&instance_info, nullptr, &instance) != VK_SUCCESS) return 1;

  const auto enumerate = reinterpret_cast<PFN_vkEnumeratePhysicalDevices>(get(instance, "vkEnumeratePhysicalDevices"));
  const auto create_device = reinterpret_cast<PFN_vkCreateDevice>(get(instance, "vkCreateDevice"));
  const auto destroy_device = reinterpret_cast<PFN_vkDestroyDevice>(get(instance, "vkDestroyDevice"));
  const auto destroy_instance = reinterpret_cast<PFN_vkDestroyInstance>(get(instance, "vkDestroyInstance"));
  std::uint32_t count = 1;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  if (enumerate(instance, &count, &physical_device) < 0 || count == 0) return 2;
  const vksort::Support support = vksort::querySupport(get, instance, physical_device, app.apiVersion);
  if (!support.supported) return 3;

  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo device_info{};
  device_info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  device_info.queueCreateInfoCount = 1;
  device_info.pQueueCreateInfos = &queue;
  VkDevice device = VK_NULL_HANDLE;
  if (create_device(physical_device, &device_info, nullptr, &device) != VK_SUCCESS) return 4;

  const bool created = createsSorter(get, instance, physical_device, device);
  destroy_device(device, nullptr);
  destroy_instance(instance, nullptr);
  return created ? 0 : 5;
}

}  // namespace host
