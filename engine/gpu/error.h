// Errors of the device layer.
#pragma once
#include <volk.h>

#include <stdexcept>
#include <string>

namespace gpu {

// Thrown by all functions of namespace gpu. what() names the object or call, and the Vulkan result if there is one.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, VkResult result = VK_ERROR_UNKNOWN)
      : std::runtime_error(message), result_(result) {}
  // VK_ERROR_UNKNOWN if no Vulkan call failed.
  VkResult result() const { return result_; }

 private:
  VkResult result_;
};

// "VK_ERROR_DEVICE_LOST", or "VkResult <number>" if unknown.
std::string resultName(VkResult result);

// Throws Error("<what>: <result name>") unless the result is VK_SUCCESS.
void check(VkResult result, const char* what);

}  // namespace gpu
