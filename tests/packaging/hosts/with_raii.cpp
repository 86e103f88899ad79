// An application that uses vk::raii of Vulkan-Hpp, which loads its own functions.
#include <utility>
#include <vulkan/vulkan_raii.hpp>

#include "host.h"

int main() {
  const vk::raii::Context context;
  const vk::ApplicationInfo app("host", 0, nullptr, 0, VK_API_VERSION_1_1);
  const vk::raii::Instance instance(context, vk::InstanceCreateInfo({}, &app));
  const vk::raii::PhysicalDevice physical_device = std::move(instance.enumeratePhysicalDevices().at(0));
  const float priority = 1.0f;
  const vk::DeviceQueueCreateInfo queue({}, 0, 1, &priority);
  const vk::raii::Device device(physical_device, vk::DeviceCreateInfo({}, queue));
  const PFN_vkGetInstanceProcAddr get = context.getDispatcher()->vkGetInstanceProcAddr;
  return host::createsSorter(get, *instance, *physical_device, *device) ? 0 : 1;
}
