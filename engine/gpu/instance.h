#pragma once
#include <volk.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/debug.h"
#include "gpu/error.h"

namespace gpu {

inline constexpr const char* kNoDriver =
    "no driver for Vulkan 1.1 or newer found; on Debian: apt-get install mesa-vulkan-drivers, or nvidia-vulkan-icd "
    "for NVIDIA GPUs; in a container with NVIDIA GPUs, set NVIDIA_DRIVER_CAPABILITIES=graphics or all";

struct InstanceInfo {
  const char* name = "vksort";
  bool validation = false;                    // core and synchronization validation
  std::span<const char* const> extensions{};  // from the loader, a driver or the validation layer
  // Also validates shader accesses (layers before 1.3.290 always do). The layers assume that shaders access every bound
  // range, so they report false hazards in segmented sorts.
  bool shader_access_heuristic = false;
  uint32_t max_api_version = VK_API_VERSION_1_3;
};

struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties{};
  std::string reason{};  // why selectDevice() chose it
};

// Enables VK_EXT_debug_utils if it is supported. Only one thread may create or destroy instances at a time.
class Instance {
 public:
  explicit Instance(const InstanceInfo& info);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  VkInstance handle() const { return instance_; }
  // min(loader, max_api_version)
  uint32_t apiVersion() const { return api_version_; }
  bool debugUtils() const { return debug_utils_; }

  // All devices with Vulkan 1.1 or newer, in the order of the loader.
  std::vector<PhysicalDevice> devices() const;

  // Empty without validation.
  MessageLog& messages() const { return *messages_; }

 private:
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  uint32_t api_version_ = 0;
  bool debug_utils_ = false;
  std::unique_ptr<MessageLog> messages_ = std::make_unique<MessageLog>();
};

// `name_or_index` is an index in Instance::devices(), or part of a name, ignoring case. If it is empty, prefers devices
// that `can_present` (can be null) accepts, then discrete, integrated, virtual and CPU devices in this order.
// The message of an error lists the devices.
PhysicalDevice selectDevice(const Instance& instance, const std::optional<std::string>& name_or_index = {},
                            const std::function<bool(VkPhysicalDevice)>& can_present = {});

}  // namespace gpu
