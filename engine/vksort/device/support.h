#pragma once

#include "device/functions.h"
#include "device/limits.h"
#include "sort/interface.h"
#include "vksort_creation.h"

namespace vksort {

// Only the radix sort uses subgroup operations other than the basic ones.
inline constexpr VkSubgroupFeatureFlags kRadixOperations =
    VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;

// Contains push descriptors. Older Vulkan headers do not define it.
inline constexpr std::uint32_t kVulkan14 = VK_MAKE_API_VERSION(0, 1, 4, 0);

struct RecordLimits {
  VkDeviceSize offset_alignment;  // minStorageBufferOffsetAlignment, at least 8 for loads of two words
  VkDeviceSize max_range;
  std::uint32_t max_buffers;
  std::uint32_t max_groups_x;
  bool has_timestamps = true;  // a queue family with compute supports timestamps

  // Words that can be bound at any offset.
  [[nodiscard]] std::uint64_t maxWords() const {
    return max_range < offset_alignment ? 0 : (max_range - offset_alignment) / sizeof(std::uint32_t);
  }
};

struct DeviceFacts {
  Support support{};
  DeviceLimits limits;           // subgroup_size is set by findFacts()
  bool pin_subgroup_size;        // pipelines must require the subgroup size
  bool has_full_subgroups;       // supports VKSORT_FULL_SUBGROUPS
  bool has_radix_operations;     // supports kRadixOperations
  SubgroupSizes subgroups;       // only valid with has_full_subgroups
  VkDriverId driver_id;          // 0 if the driver does not return it
  std::uint32_t driver_version;  // in the driver's own format
  RecordLimits record_limits;
};

// Fails if Vulkan fails to list the extensions. Then the device is not supported according to `facts`.
[[nodiscard]] VkResult inspect(const InstanceFunctions& vk, VkPhysicalDevice physical_device, std::uint32_t api_version,
                               DeviceFacts& facts);

struct Connection {
  DeviceFunctions vk{};
  VkDevice device = VK_NULL_HANDLE;
  VkAllocationCallbacks callbacks{};  // empty without Device::allocator
  bool push_descriptor = false;
  bool pin_subgroup_size = false;  // see DeviceFacts
  RecordLimits limits{};
  Log log{};

  [[nodiscard]] const VkAllocationCallbacks* allocator() const {
    return callbacks.pfnAllocation ? &callbacks : nullptr;
  }
};

// A grid of at least `groups` workgroups, with up to maxComputeWorkGroupCount[0] per row.
struct Grid {
  std::uint32_t x;
  std::uint32_t y;
};
[[nodiscard]] inline Grid foldGrid(std::uint32_t groups, std::uint32_t max_x) {
  const std::uint32_t rows = gridRows(groups, max_x);
  return {gridColumns(groups, rows), rows};
}

}  // namespace vksort
