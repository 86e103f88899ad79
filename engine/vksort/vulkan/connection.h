// What Sorter and Verifier need of a host's device before they make anything on it.
#pragma once

#include "vulkan/support.h"

namespace vksort {

struct Host {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  Features enabled_features;
};

struct Connection {
  DeviceFacts facts;  // limits.subgroup_size is 0 unless the host enabled kFullSubgroups
  DeviceFunctions vk;
  bool push_descriptor;
};

// No handle may be null. Errors: as Sorter::create(); *why is a static string then.
[[nodiscard]] VkResult connect(const Host& host, Connection& out, const char*& why);

}  // namespace vksort
