// Logical devices, their queues, and the features that are enabled.
#pragma once
#include <volk.h>

#include "gpu/instance.h"

namespace gpu {

struct DeviceInfo {
  VkPhysicalDevice physical = VK_NULL_HANDLE;  // must belong to the instance of the device
  bool want_swapchain = false;                 // requires VK_KHR_swapchain
  bool want_pipeline_statistics = false;       // requires VK_KHR_pipeline_executable_properties and its feature
  bool want_compute_queue = false;             // a second queue without graphics, if there is one
  void* features = nullptr;                    // pNext chain of VkDeviceCreateInfo
};

// Enabled, not only supported.
struct EnabledFeatures {
  bool graphics = false;
  bool push_descriptor = false;
  bool subgroup_size_control = false;
  bool full_subgroups = false;
  bool dynamic_rendering = false;
};

struct DeviceProperties {
  VkPhysicalDeviceProperties core{};
  VkPhysicalDeviceSubgroupProperties subgroup{};
  VkPhysicalDeviceSubgroupSizeControlProperties subgroup_size{};  // 0 if not supported
  VkPhysicalDeviceMemoryProperties memory{};
  uint32_t api_version = 0;           // min(instance, device)
  uint32_t timestamp_valid_bits = 0;  // 0 if the queue has no timestamps
  double timestamp_period = 0.0;      // nanoseconds
};

// The queue belongs to the first family with graphics and compute, or with compute only. Any thread can use the device,
// but only one may submit to the queue at a time.
class Device {
 public:
  Device(const Instance& instance, const DeviceInfo& info);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // Contains vkCmdBeginRendering if dynamic_rendering is enabled.
  VolkDeviceTable vk{};

  VkDevice handle() const { return device_; }
  VkPhysicalDevice physical() const { return physical_; }
  VkInstance instance() const { return instance_; }
  VkQueue queue() const { return queue_; }
  uint32_t queueFamily() const { return queue_family_; }
  // The first queue if there is no second one.
  VkQueue computeQueue() const { return compute_queue_; }
  uint32_t computeQueueFamily() const { return compute_queue_family_; }
  const EnabledFeatures& enabled() const { return enabled_; }
  const DeviceProperties& properties() const { return properties_; }

  void waitIdle() const;

  // For tools and validation messages. Does nothing without VK_EXT_debug_utils.
  template <typename Handle>
  void setName(VkObjectType type, Handle handle, const char* name) const {
    setObjectName(type, (uint64_t)handle, name);
  }
  // Do nothing without VK_EXT_debug_utils.
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
