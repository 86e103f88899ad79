// What the choice of kernels depends on.
#pragma once

#include <cstdint>

namespace vksort {

struct DeviceLimits {
  std::uint32_t workgroup_invocations;
  std::uint32_t shared_memory_bytes;
  std::uint32_t subgroup_size;  // 0: subgroup operations cannot be used
  std::uint32_t vendor_id = 0;  // VkPhysicalDeviceProperties::vendorID
};

}  // namespace vksort
