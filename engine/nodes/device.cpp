#include "nodes/device.h"

namespace nodes {

vksort::Device deviceOf(const gpu::Device& device) {
  vksort::Device out;
  out.get_instance_proc_addr = vkGetInstanceProcAddr;
  out.instance = device.instance();
  out.physical_device = device.physical();
  out.device = device.handle();
  out.api_version = device.properties().api_version;  // the lower of instance and device
  const gpu::EnabledFeatures& enabled = device.enabled();
  if (enabled.push_descriptor) out.enabled_features |= vksort::kPushDescriptor;
  if (enabled.full_subgroups && enabled.subgroup_size_control) out.enabled_features |= vksort::kFullSubgroups;
  out.enabled_features &=
      vksort::querySupport(out.get_instance_proc_addr, out.instance, out.physical_device, out.api_version).features;
  return out;
}

}  // namespace nodes
