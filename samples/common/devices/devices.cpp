#include "devices/devices.h"

#include "gpu/instance.h"

namespace samples {
namespace {

const char* typeOf(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return "discrete GPU";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return "integrated GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return "virtual GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return "software";
    default:
      return "other";
  }
}

}  // namespace

std::string deviceLines() {
  const gpu::Instance instance({.name = "vksort"});
  const std::vector<gpu::PhysicalDevice> devices = instance.devices();
  if (devices.empty()) throw gpu::Error(gpu::kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
  std::string lines;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const VkPhysicalDeviceProperties& device = devices[i].properties;
    lines += std::to_string(i) + ": " + device.deviceName + ", " + typeOf(device.deviceType) + ", Vulkan " +
             std::to_string(VK_API_VERSION_MAJOR(device.apiVersion)) + "." +
             std::to_string(VK_API_VERSION_MINOR(device.apiVersion)) + "." +
             std::to_string(VK_API_VERSION_PATCH(device.apiVersion)) + "\n";
  }
  return lines;
}

}  // namespace samples
