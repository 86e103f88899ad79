// What the choice of kernels depends on.
#pragma once

#include <cstdint>

namespace vksort {

struct DeviceLimits {
  std::uint32_t workgroup_invocations;
  std::uint32_t shared_memory_bytes;
  std::uint32_t subgroup_size;  // 0: subgroup operations cannot be used
  std::uint32_t vendor_id = 0;  // VkPhysicalDeviceProperties::vendorID
  // Of a workgroup in subgroups of that size that ballot and add up; 0: they cannot.
  std::uint32_t counting_invocations = 0;
};

inline constexpr std::uint32_t kNvidia = 0x10de;  // a DeviceLimits::vendor_id

// What every Vulkan 1.1 device has.
inline constexpr std::uint32_t kMinInvocations = 128, kMinSharedBytes = 16384;

// Subgroups of fewer invocations are taken for those of a software driver; no GPU that has such was measured.
inline constexpr std::uint32_t kWideSubgroup = 32;

// Invocations of a subgroup that the kernels know: what shuffles need at least, and the most that Vulkan allows.
[[nodiscard]] constexpr bool isUsableSubgroup(std::uint32_t size) { return size >= 4 && size <= 128; }

}  // namespace vksort
