// What a physical device offers, in the terms of the schedule.
#pragma once

#include "bitonic/tuning.h"
#include "vksort.h"
#include "vulkan/functions.h"

namespace vksort {

struct DeviceFacts {
  Support support;
  DeviceLimits limits;     // subgroup_size is 0 unless kFullSubgroups is in support.features
  bool pin_subgroup_size;  // the driver may choose another size than subgroup_size unless told
  VkDeviceSize offset_alignment;
  VkDeviceSize max_range;
  std::uint32_t max_groups_x;
};

[[nodiscard]] DeviceFacts inspect(const InstanceFunctions& vk, VkPhysicalDevice physical_device);

}  // namespace vksort
