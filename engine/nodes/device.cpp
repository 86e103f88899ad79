#include "nodes/device.h"

namespace nodes {

vksort::SorterInfo sorterInfo(const gpu::Device& device) {
  vksort::SorterInfo info;
  info.get_instance_proc_addr = vkGetInstanceProcAddr;
  info.instance = device.instance();
  info.physical_device = device.physical();
  info.device = device.handle();
  const gpu::EnabledFeatures& enabled = device.enabled();
  if (enabled.push_descriptor) info.enabled_features |= vksort::kPushDescriptor;
  if (enabled.full_subgroups && enabled.subgroup_size_control) info.enabled_features |= vksort::kFullSubgroups;
  // vksort wants to hear only of features that it would use.
  info.enabled_features &=
      vksort::querySupport(info.get_instance_proc_addr, info.instance, info.physical_device).features;
  return info;
}

vksort::VerifierInfo verifierInfo(const gpu::Device& device) {
  const vksort::SorterInfo sorter = sorterInfo(device);
  vksort::VerifierInfo info;
  info.get_instance_proc_addr = sorter.get_instance_proc_addr;
  info.instance = sorter.instance;
  info.physical_device = sorter.physical_device;
  info.device = sorter.device;
  info.enabled_features = sorter.enabled_features;
  return info;
}

}  // namespace nodes
