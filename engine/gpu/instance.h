// The Vulkan instance and the physical devices behind it.
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

// The whole message when there is nothing to run on.
inline constexpr const char* kNoDriver =
    "no Vulkan driver found (nothing with Vulkan 1.1); on Debian: apt-get install mesa-vulkan-drivers, or for GPUs of "
    "NVIDIA nvidia-vulkan-icd; in a container for those: set NVIDIA_DRIVER_CAPABILITIES=graphics or all";

struct InstanceInfo {
  const char* name = "vksort";
  bool validation = false;                    // core and synchronization validation
  std::span<const char* const> extensions{};  // must each be offered by the loader, a driver or the validation layer
  // Lets validation layers from 1.3.290 guess shader accesses. They then report false hazards in segmented sorts. Older
  // layers always look at shader accesses.
  bool guesses_accesses = false;
};

struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties{};
  std::string why{};  // it was selected among others, by selectDevice(): "H100 cannot draw to the display"
};

// Loads Vulkan and makes an instance of at most version 1.3. VK_EXT_debug_utils is enabled wherever it is offered.
// Errors: no loader, a loader older than 1.1, no driver, validation asked for but the layer is not installed, a missing
// extension. Thread rule: construct and destroy on one thread at a time; the rest may be called from any thread.
class Instance {
 public:
  explicit Instance(const InstanceInfo& info);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  VkInstance handle() const { return instance_; }
  // The version the instance was made with: min(loader, 1.3).
  uint32_t apiVersion() const { return api_version_; }
  bool debugUtils() const { return debug_utils_; }

  // Every device with Vulkan 1.1 or newer, in the order of the loader; empty when no driver is installed.
  std::vector<PhysicalDevice> devices() const;

  // Validation warnings and errors so far; always empty without validation.
  MessageLog& messages() const { return *messages_; }

 private:
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  uint32_t api_version_ = 0;
  bool debug_utils_ = false;
  std::unique_ptr<MessageLog> messages_ = std::make_unique<MessageLog>();
};

// The device to run on. Without `name_or_index`: one that `shows` pictures, if that is given, before others; then
// discrete before integrated before virtual before CPU devices.
// With it: the index in Instance::devices(), or the first device whose name contains the text, ignoring case.
// Errors: no driver installed; nothing matches (the message lists what is there).
PhysicalDevice selectDevice(const Instance& instance, const std::optional<std::string>& name_or_index = {},
                            const std::function<bool(VkPhysicalDevice)>& shows = {});

}  // namespace gpu
