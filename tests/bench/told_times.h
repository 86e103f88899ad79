// A device's clock that says what a test tells it to: what is made of times does not depend on how busy a machine is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/device.h"

namespace test {

// While it lives, stretch i between two timestamps that are asked for together takes ticks[i] on the device, where each
// is asked for with as many others. One at a time.
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
  static VkResult VKAPI_CALL tell(VkDevice, VkQueryPool, std::uint32_t first, std::uint32_t count, std::size_t,
                                  void* out, VkDeviceSize, VkQueryResultFlags) {
    const std::span<std::uint64_t> times(static_cast<std::uint64_t*>(out), count);
    times[0] = 1000;
    for (std::uint32_t i = 1; i < count; ++i) times[i] = times[i - 1] + told().at(first / count * (count - 1) + i - 1);
    return VK_SUCCESS;
  }

  gpu::Device& device_;
  PFN_vkGetQueryPoolResults before_;
};

}  // namespace test
