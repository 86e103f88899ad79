// The device's limits that decide which kernels are used.
#pragma once

#include <cstdint>

namespace vksort {

struct DeviceLimits {
  std::uint32_t workgroup_invocations;
  std::uint32_t shared_memory_bytes;
  std::uint32_t subgroup_size;  // 0: subgroup operations cannot be used
  std::uint32_t vendor_id = 0;  // VkPhysicalDeviceProperties::vendorID
  // Invocations of a workgroup of such subgroups, at most; 0: subgroups have no ballots and arithmetic.
  std::uint32_t counting_invocations = 0;
};

inline constexpr std::uint32_t kNvidia = 0x10de;  // a DeviceLimits::vendor_id

// Guaranteed by Vulkan 1.1.
inline constexpr std::uint32_t kMinInvocations = 128, kMinSharedBytes = 16384;

// Devices with narrower subgroups are taken for software drivers. No GPU with narrower ones was measured.
inline constexpr std::uint32_t kWideSubgroup = 32;

// Subgroup sizes that the kernels support. Vulkan allows 1 to 128; no kernel was tried with 1 or 2.
[[nodiscard]] constexpr bool isUsableSubgroup(std::uint32_t size) { return size >= 4 && size <= 128; }

}  // namespace vksort
