#pragma once

#include <cstdint>

namespace vksort {

struct DeviceLimits {
  std::uint32_t workgroup_invocations;
  std::uint32_t shared_memory_bytes;
  std::uint32_t subgroup_size;  // 0 if subgroup operations cannot be used
  std::uint32_t vendor_id = 0;
  // 0 if subgroups have no ballots and arithmetic.
  std::uint32_t counting_invocations = 0;
  bool is_software = false;
};

// Guaranteed by Vulkan 1.1.
inline constexpr std::uint32_t kMinInvocations = 128, kMinSharedBytes = 16384;

// Subgroup sizes that the kernels support. Vulkan allows 1 to 128; no kernel was tried with 1 or 2.
[[nodiscard]] constexpr bool isUsableSubgroup(std::uint32_t size) { return size >= 4 && size <= 128; }

struct SubgroupSizes {
  std::uint32_t own, min, max;
  std::uint32_t max_subgroups;  // per workgroup if a size is required; 0 if a size cannot be required

  // True if the driver can use another size than `own`.
  [[nodiscard]] bool mayVary() const { return min != max; }
};
}  // namespace vksort
