// Limits and features of a physical device, in the terms of the kernels.
#pragma once

#include "device/functions.h"
#include "device/limits.h"
#include "sort/interface.h"
#include "vksort_creation.h"

namespace vksort {

// Subgroup operations of the radix sort, beside the basic ones. No other kernel has any.
inline constexpr VkSubgroupFeatureFlags kRadixOperations =
    VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;

// Contains push descriptors. Older Vulkan headers do not define it.
inline constexpr std::uint32_t kVulkan14 = VK_MAKE_API_VERSION(0, 1, 4, 0);

struct RecordLimits {
  VkDeviceSize offset_alignment;  // minStorageBufferOffsetAlignment, or 8: two words may be loaded at once
  VkDeviceSize max_range;         // maxStorageBufferRange
  std::uint32_t max_buffers;      // maxPerStageDescriptorStorageBuffers
  std::uint32_t max_groups_x;     // maxComputeWorkGroupCount[0]
  bool has_timestamps = true;     // a queue family with compute has timestampValidBits

  // That can be bound wherever they begin.
  [[nodiscard]] std::uint64_t maxWords() const {
    return max_range < offset_alignment ? 0 : (max_range - offset_alignment) / sizeof(std::uint32_t);
  }
};

struct DeviceFacts {
  Support support{};
  DeviceLimits limits;           // findFacts() adds the subgroup size
  bool pin_subgroup_size;        // set by findFacts(): pipelines must require the subgroup size
  bool has_full_subgroups;       // the device supports VKSORT_FULL_SUBGROUPS
  bool has_radix_operations;     // its subgroups support kRadixOperations
  SubgroupSizes subgroups;       // if it does
  VkDriverId driver_id;          // 0 if the driver does not return it
  std::uint32_t driver_version;  // VkPhysicalDeviceProperties::driverVersion, in the driver's own format
  RecordLimits record_limits;
};

// Errors: Vulkan's, of listing the device's extensions; the facts are of a device that is not supported then.
[[nodiscard]] VkResult inspect(const InstanceFunctions& vk, VkPhysicalDevice physical_device, std::uint32_t api_version,
                               DeviceFacts& facts);

// The application's device, as layouts, pipelines and record functions use it.
struct Connection {
  DeviceFunctions vk{};
  VkDevice device = VK_NULL_HANDLE;
  VkAllocationCallbacks callbacks{};  // a copy of Device::allocator, or empty
  bool push_descriptor = false;
  bool pin_subgroup_size = false;  // as DeviceFacts::pin_subgroup_size
  RecordLimits limits{};
  Log log{};

  [[nodiscard]] const VkAllocationCallbacks* allocator() const {
    return callbacks.pfnAllocation ? &callbacks : nullptr;
  }
};

// A grid of at least `groups` workgroups that respects the device's maxComputeWorkGroupCount[0].
struct Grid {
  std::uint32_t x;
  std::uint32_t y;
};
[[nodiscard]] inline Grid foldGrid(std::uint32_t groups, std::uint32_t max_x) {
  const std::uint32_t rows = gridRows(groups, max_x);
  return {gridColumns(groups, rows), rows};
}

}  // namespace vksort
