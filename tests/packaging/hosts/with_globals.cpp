// An application that defines global Vulkan function pointers, like volk. They stay null, so the library must neither
// call nor define them.
#include <dlfcn.h>

#include "../../../engine/vksort/device/functions.h"
#include "host.h"

#define HOST_GLOBAL(name) PFN_vk##name vk##name = nullptr;
extern "C" {
VKSORT_INSTANCE_FUNCTIONS(HOST_GLOBAL)
VKSORT_DEVICE_FUNCTIONS(HOST_GLOBAL)
HOST_GLOBAL(CmdPushDescriptorSetKHR)
}

int main() {
  void* loader = dlopen("libvulkan.so.1", RTLD_NOW);
  if (!loader) return 10;
  return host::run(reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(loader, "vkGetInstanceProcAddr")));
}
