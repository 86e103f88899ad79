// The device that vksort runs on, ranges of buffers, and macros of all headers. vksort.h includes this header.
#ifndef VKSORT_DEVICE_H
#define VKSORT_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>
#ifdef __cplusplus
#include <cstdint>
#endif

// Version of this header: major * 10000 + minor * 100 + patch. Library and header must have the same version.
#define VKSORT_VERSION 100u

#ifndef VKSORT_API  // set when vksort is built as a shared library
#define VKSORT_API
#endif

// Declares an enumeration of 32 bits: an enum class in C++ (Payload::none), constants in C (VKSORT_PAYLOAD_NONE).
#ifdef __cplusplus
#define VKSORT_ENUM(name) enum class name : int32_t
#define VKSORT_VALUE(c_name, name) name
extern "C" {
#else
#define VKSORT_ENUM(name) typedef int32_t name; enum
#define VKSORT_VALUE(c_name, name) VKSORT_##c_name
#endif

// Optional features of a device. Enable the ones that vksortQuerySupport() returns when you create the device.
typedef uint32_t vksortFeatures;
#define VKSORT_PUSH_DESCRIPTOR (1u << 0)  // VK_KHR_push_descriptor, or pushDescriptor of Vulkan 1.4
#define VKSORT_FULL_SUBGROUPS (1u << 1)   // computeFullSubgroups and subgroupSizeControl, from Vulkan 1.3 or from
                                          // VK_EXT_subgroup_size_control
#define VKSORT_DEBUG_UTILS (1u << 2)      // VK_EXT_debug_utils, an instance extension: names and labels for tools

typedef struct vksortSupport {
  bool supported;           // false if no Sorter can be created
  const char* reason;       // why it is not supported, a static string, or null
  vksortFeatures features;  // features that a Sorter would use
} vksortSupport;

// Checks a device before vkCreateDevice. Threads: any.
//   api_version must be the VkApplicationInfo::apiVersion of the instance, 1.1 or later.
VKSORT_API vksortSupport vksortQuerySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                            VkPhysicalDevice physical_device, uint32_t api_version);

#define VKSORT_MAX_EXTENSIONS 2u
// Returns the number of device extensions that you must enable for these features, and writes their names to `out`.
// Newer versions of Vulkan need fewer extensions.
//   out must have room for VKSORT_MAX_EXTENSIONS names.
//   api_version must be the lower one of VkApplicationInfo::apiVersion and VkPhysicalDeviceProperties::apiVersion.
VKSORT_API uint32_t vksortGetExtensions(vksortFeatures features, uint32_t api_version, const char** out);

// Your device. The Vulkan objects must outlive all Sorters, Toolkits and Verifiers that use it.
typedef struct vksortDevice {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;  // used to load all Vulkan functions
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  uint32_t api_version;                    // api_version of vksortQuerySupport()
  vksortFeatures enabled_features;         // features that you enabled on the device and the instance
  VkPipelineCache pipeline_cache;          // optional
  const VkAllocationCallbacks* allocator;  // optional, for Vulkan objects. The struct is copied
  const struct vksortLog* log;             // optional, see vksort_creation.h: receives errors and warnings
} vksortDevice;

// Part of a buffer, in bytes. The buffer must have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
typedef struct vksortRange {
  VkBuffer buffer;
  VkDeviceSize offset;  // must be a multiple of 4. To sort or verify 8-byte elements, it must be a multiple of 8
  VkDeviceSize size;    // must not exceed the buffer, and must not be VK_WHOLE_SIZE
} vksortRange;

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using Features = vksortFeatures;
using Support = vksortSupport;
using Device = vksortDevice;
using Range = vksortRange;

[[nodiscard]] inline Support querySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                          VkPhysicalDevice physical_device, uint32_t api_version) {
  return vksortQuerySupport(get_instance_proc_addr, instance, physical_device, api_version);
}
inline uint32_t getExtensions(Features features, uint32_t api_version, const char** out) {
  return vksortGetExtensions(features, api_version, out);
}

// Owns a handle, and destroys it. Movable, not copyable.
template <typename Handle, void (*destroy)(Handle)>
class Owner {
 public:
  Owner() = default;
  explicit Owner(Handle handle) : handle_(handle) {}
  ~Owner() { destroy(handle_); }
  Owner(Owner&& other) noexcept : handle_(other.handle_) { other.handle_ = nullptr; }
  Owner& operator=(Owner&& other) noexcept {
    Owner moved(static_cast<Owner&&>(other));
    Handle const handle = handle_;
    handle_ = moved.handle_;
    moved.handle_ = handle;
    return *this;
  }
  [[nodiscard]] explicit operator bool() const { return handle_ != nullptr; }
  [[nodiscard]] Handle handle() const { return handle_; }

 protected:
  Handle handle_ = nullptr;
};

}  // namespace vksort
#endif
#endif  // VKSORT_DEVICE_H
