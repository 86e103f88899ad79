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
  // Returns VK_ERROR_UNKNOWN if the error is not the result of a Vulkan call.
  VkResult result() const { return result_; }

 private:
  VkResult result_;
};

// Returns the name of a result, such as "VK_ERROR_DEVICE_LOST", or "VkResult <number>".
std::string resultName(VkResult result);

// Throws Error("<what>: <result name>") for any result other than VK_SUCCESS.
void check(VkResult result, const char* what);

}  // namespace gpu
