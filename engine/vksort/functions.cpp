#include "functions.h"

namespace vksort {

bool load(PFN_vkGetInstanceProcAddr get, VkInstance instance, InstanceFunctions& out) {
#define VKSORT_LOAD(name)                                               \
  out.name = reinterpret_cast<PFN_vk##name>(get(instance, "vk" #name)); \
  if (!out.name) return false;
  VKSORT_INSTANCE_FUNCTIONS(VKSORT_LOAD)
#undef VKSORT_LOAD
  return true;
}

bool load(PFN_vkGetDeviceProcAddr get, VkDevice device, bool push_descriptor, DeviceFunctions& out) {
#define VKSORT_LOAD(name)                                             \
  out.name = reinterpret_cast<PFN_vk##name>(get(device, "vk" #name)); \
  if (!out.name) return false;
  VKSORT_DEVICE_FUNCTIONS(VKSORT_LOAD)
  if (push_descriptor) {
    VKSORT_LOAD(CmdPushDescriptorSetKHR)
  }
#undef VKSORT_LOAD
  return true;
}

}  // namespace vksort
