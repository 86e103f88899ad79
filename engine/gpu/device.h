// A logical device, its queues, and its enabled features.
#pragma once
#include <volk.h>

#include "gpu/instance.h"

namespace gpu {

struct DeviceInfo {
  VkPhysicalDevice physical = VK_NULL_HANDLE;  // must come from the instance the device is made with
  bool want_swapchain = false;                 // an error when the device has no VK_KHR_swapchain
  bool want_pipeline_statistics = false;       // the same with VK_KHR_pipeline_executable_properties and its feature
  bool want_compute_queue = false;  // a second queue, of a family with compute and without graphics, where there is one
  void* features = nullptr;         // core features for VkDeviceCreateInfo::pNext, which the device must support
};

// What is enabled on a device, not merely offered.
struct EnabledFeatures {
  bool graphics = false;  // the queue also does graphics
  bool push_descriptor = false;
  bool subgroup_size_control = false;
  bool full_subgroups = false;
  bool dynamic_rendering = false;
};

struct DeviceProperties {
  VkPhysicalDeviceProperties core{};  // limits included; pNext-free copies of the rest
  VkPhysicalDeviceSubgroupProperties subgroup{};
  VkPhysicalDeviceSubgroupSizeControlProperties subgroup_size{};  // min and max size 0 when it is not offered
  VkPhysicalDeviceMemoryProperties memory{};
  uint32_t api_version = 0;           // min(instance, device)
  uint32_t timestamp_valid_bits = 0;  // 0 if the queue has no timestamps
  double timestamp_period = 0.0;      // nanoseconds per tick
};

// Owns a VkDevice and its entry points. One queue of the first family with graphics and compute, else with compute.
// Errors: no queue family with compute, a missing extension or feature, whatever vkCreateDevice returns.
// Thread rule: submissions to the queue are for one thread at a time; everything else here is read-only.
class Device {
 public:
  Device(const Instance& instance, const DeviceInfo& info);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // Device-level entry points of this device. vkCmdBeginRendering is there whenever dynamic_rendering is enabled.
  VolkDeviceTable vk{};

  VkDevice handle() const { return device_; }
  VkPhysicalDevice physical() const { return physical_; }
  VkInstance instance() const { return instance_; }
  VkQueue queue() const { return queue_; }
  uint32_t queueFamily() const { return queue_family_; }
  // The second queue; the first one where there is none.
  VkQueue computeQueue() const { return compute_queue_; }
  uint32_t computeQueueFamily() const { return compute_queue_family_; }
  const EnabledFeatures& enabled() const { return enabled_; }
  const DeviceProperties& properties() const { return properties_; }

  // Blocks until the device is idle.
  void waitIdle() const;

  // Names an object for tools and validation messages; nothing happens without VK_EXT_debug_utils.
  template <typename Handle>
  void setName(VkObjectType type, Handle handle, const char* name) const {
    setObjectName(type, (uint64_t)handle, name);
  }
  // Opens and closes a named region of a command buffer; nothing happens without VK_EXT_debug_utils.
  void beginLabel(VkCommandBuffer cmd, const char* name) const;
  void endLabel(VkCommandBuffer cmd) const;

 private:
  void setObjectName(VkObjectType type, uint64_t handle, const char* name) const;

  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  uint32_t queue_family_ = 0;
  VkQueue compute_queue_ = VK_NULL_HANDLE;
  uint32_t compute_queue_family_ = 0;
  EnabledFeatures enabled_;
  DeviceProperties properties_;
  PFN_vkSetDebugUtilsObjectNameEXT set_name_ = nullptr;
  PFN_vkCmdBeginDebugUtilsLabelEXT begin_label_ = nullptr;
  PFN_vkCmdEndDebugUtilsLabelEXT end_label_ = nullptr;
};

}  // namespace gpu
