// Errors of the device layer: one exception type that names what failed.
#pragma once
#include <volk.h>

#include <stdexcept>
#include <string>

namespace gpu {

// Thrown by everything in namespace gpu. what() names the object or call and, when there is one, the Vulkan result.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, VkResult result = VK_ERROR_UNKNOWN)
      : std::runtime_error(message), result_(result) {}
  // VK_ERROR_UNKNOWN when the error did not come from a Vulkan call.
  VkResult result() const { return result_; }

 private:
  VkResult result_;
};

// "VK_ERROR_DEVICE_LOST" and so on; "VkResult <number>" for one this layer has no name for.
std::string resultName(VkResult result);

// Throws Error("<what>: <result name>") for any result other than VK_SUCCESS.
void check(VkResult result, const char* what);

}  // namespace gpu
