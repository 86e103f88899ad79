#include "gpu/instance.h"

#include <algorithm>
#include <cctype>

namespace gpu {
namespace {

int rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return 2;
    case VK_PHYSICAL_DEVICE_TYPE_OTHER:
      return 3;
    default:
      return 4;
  }
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool isIndex(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

PhysicalDevice selectDevice(const Instance& instance, const std::optional<std::string>& name_or_index,
                            const std::function<bool(VkPhysicalDevice)>& can_present) {
  std::vector<PhysicalDevice> devices = instance.devices();
  if (devices.empty()) throw Error(kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
  if (!name_or_index) {
    std::ranges::stable_sort(devices, {}, [](const auto& d) { return rank(d.properties.deviceType); });
    auto best = devices.begin();
    if (can_present && devices.size() > 1)
      best = std::ranges::find_if(devices, [&](const auto& d) { return can_present(d.handle); });
    if (best == devices.end()) best = devices.begin();
    if (devices.size() > 1) best->reason = "the best of " + std::to_string(devices.size());
    if (best != devices.begin())
      best->reason = std::string(devices[0].properties.deviceName) + " cannot draw to the display";
    return *best;
  }

  // Numbers are only indices, because "1" is part of many names.
  const std::string wanted = lower(*name_or_index);
  const bool is_index = isIndex(wanted);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const bool named = lower(devices[i].properties.deviceName).find(wanted) != std::string::npos;
    if (!(is_index ? std::to_string(i) == wanted : named)) continue;
    devices[i].reason = "as requested";
    return devices[i];
  }

  std::string message = "no Vulkan device matches '" + *name_or_index + "'; available devices:";
  for (std::size_t i = 0; i < devices.size(); ++i)
    message += "\n  " + std::to_string(i) + ": " + devices[i].properties.deviceName;
  throw Error(message);
}

}  // namespace gpu
