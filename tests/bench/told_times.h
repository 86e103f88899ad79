// A device's clock that says what a test tells it to: what is made of times does not depend on how busy a machine is.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/device.h"

namespace test {

// While it lives, stretch i between two timestamps takes ticks[i] on the device. One at a time.
class ToldTimes {
 public:
  ToldTimes(gpu::Device& device, std::vector<std::uint64_t> ticks)
      : device_(device), before_(device.vk.vkGetQueryPoolResults) {
    told() = std::move(ticks);
    device.vk.vkGetQueryPoolResults = tell;
  }
  ~ToldTimes() { device_.vk.vkGetQueryPoolResults = before_; }
  ToldTimes(const ToldTimes&) = delete;
  ToldTimes& operator=(const ToldTimes&) = delete;

 private:
  static std::vector<std::uint64_t>& told() {
    static std::vector<std::uint64_t> ticks;
    return ticks;
  }
  // As gpu::Timestamps asks: for the two ends of one stretch.
  static VkResult VKAPI_CALL tell(VkDevice, VkQueryPool, std::uint32_t first, std::uint32_t, std::size_t, void* out,
                                  VkDeviceSize, VkQueryResultFlags) {
    static_cast<std::uint64_t*>(out)[0] = 1000;
    static_cast<std::uint64_t*>(out)[1] = 1000 + told().at(first / 2);
    return VK_SUCCESS;
  }

  gpu::Device& device_;
  PFN_vkGetQueryPoolResults before_;
};

}  // namespace test
