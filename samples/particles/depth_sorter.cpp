#include "depth_sorter.h"

#include <string>

#include "gpu/error.h"

namespace particles {

vksort::Sorter makeSorter(const gpu::Device& device) {
  vksort::SorterInfo info;
  info.get_instance_proc_addr = vkGetInstanceProcAddr;
  info.instance = device.instance();
  info.physical_device = device.physical();
  info.device = device.handle();
  if (device.enabled().push_descriptor) info.enabled_features |= vksort::kPushDescriptor;
  if (device.enabled().full_subgroups && device.enabled().subgroup_size_control)
    info.enabled_features |= vksort::kFullSubgroups;
  // vksort wants to hear only of features that it would use.
  const vksort::Support support =
      vksort::querySupport(info.get_instance_proc_addr, info.instance, info.physical_device);
  info.enabled_features &= support.features;
  info.key_type = vksort::KeyType::f32;
  info.order = vksort::Order::descending;
  info.values = vksort::Values::split;

  vksort::Sorter sorter;
  const char* reason = nullptr;
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result == VK_SUCCESS) return sorter;
  std::string message = std::string("the sort cannot run on ") + device.properties().core.deviceName;
  message += ": " + (reason != nullptr ? std::string(reason) : gpu::resultName(result));
  throw gpu::Error(message, result);
}

}  // namespace particles
