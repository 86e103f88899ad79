// Connects an object to the device of the application.
#pragma once

#include "device/failure.h"
#include "device/support.h"

namespace vksort {

// Inspects a device, and chooses its subgroup size.
// Fails if Vulkan fails to list the extensions. Then the device is not supported according to `facts`.
[[nodiscard]] VkResult findFacts(const InstanceFunctions& vk, VkPhysicalDevice physical_device,
                                 std::uint32_t api_version, DeviceFacts& facts);
// Fills `facts`, and everything in `out` that does not need Device::device. In `facts`, limits.subgroup_size is 0
// unless the application enabled VKSORT_FULL_SUBGROUPS.
//   The device must be valid, see validate().
[[nodiscard]] Failure examine(const Device& device, Connection& out, DeviceFacts& facts);
// Does the same, and loads the functions of the device.
[[nodiscard]] Failure connect(const Device& device, Connection& out, DeviceFacts& facts);

}  // namespace vksort
