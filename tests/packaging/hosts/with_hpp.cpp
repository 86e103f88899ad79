// An application that uses Vulkan-Hpp, whose classes convert to handles.
#include <vulkan/vulkan.hpp>

#include "host.h"

int main() {
  const vk::ApplicationInfo app("host", 0, nullptr, 0, VK_API_VERSION_1_1);
  const vk::UniqueInstance instance = vk::createInstanceUnique(vk::InstanceCreateInfo({}, &app));
  const vk::PhysicalDevice physical_device = instance->enumeratePhysicalDevices().at(0);
  const float priority = 1.0f;
  const vk::DeviceQueueCreateInfo queue({}, 0, 1, &priority);
  const vk::UniqueDevice device = physical_device.createDeviceUnique(vk::DeviceCreateInfo({}, queue));
  return host::createsSorter(vkGetInstanceProcAddr, *instance, physical_device, *device) ? 0 : 1;
}
