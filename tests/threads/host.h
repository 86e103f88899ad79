// What both programs of this folder share: the library on a device of the GPU layer.
#pragma once
#include <stdexcept>
#include <string>

#include "gpu/device.h"
#include "vksort_expert.h"

namespace test {

inline void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

inline vksort::Device hostOf(const gpu::Device& device) {
  vksort::Device host;
  host.get_instance_proc_addr = vkGetInstanceProcAddr;
  host.instance = device.instance();
  host.physical_device = device.physical();
  host.device = device.handle();
  host.api_version = device.properties().api_version;
  if (device.enabled().push_descriptor) host.enabled_features |= vksort::kPushDescriptor;
  if (device.enabled().subgroup_size_control && device.enabled().full_subgroups)
    host.enabled_features |= vksort::kFullSubgroups;
  host.enabled_features &=
      vksort::querySupport(vkGetInstanceProcAddr, host.instance, host.physical_device, host.api_version).features;
  return host;
}

}  // namespace test
