#pragma once

#include "device/failure.h"
#include "device/support.h"

namespace vksort {

// Calls chooseSubgroups(). Fails if Vulkan fails to list the extensions. Then the device is not supported.
[[nodiscard]] VkResult findFacts(const InstanceFunctions& vk, VkPhysicalDevice physical_device,
                                 std::uint32_t api_version, DeviceFacts& facts);
// Fills everything that does not need Device::device. facts.limits.subgroup_size is 0 without VKSORT_FULL_SUBGROUPS.
//   The device must be valid, see validate().
[[nodiscard]] Failure examine(const Device& device, Connection& out, DeviceFacts& facts);
// Also loads the functions of the device.
[[nodiscard]] Failure connect(const Device& device, Connection& out, DeviceFacts& facts);

}  // namespace vksort
