// The host's device, inspected and with its functions, before anything is created on it.
#pragma once

#include "vulkan/support.h"

namespace vksort {

struct Connection {
  DeviceFacts facts;  // limits.subgroup_size is 0 unless the host enabled kFullSubgroups
  DeviceFunctions vk;
  bool push_descriptor;
};

// The device must be valid. Errors: as Sorter::create(); *why is a static string then.
[[nodiscard]] VkResult connect(const Device& device, Connection& out, const char*& why);

}  // namespace vksort
