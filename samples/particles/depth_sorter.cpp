#include "depth_sorter.h"

#include <string>

#include "gpu/error.h"
#include "nodes/device.h"

namespace particles {

vksort::Sorter makeSorter(const gpu::Device& device) {
  vksort::SorterInfo info = nodes::sorterInfo(device);
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
