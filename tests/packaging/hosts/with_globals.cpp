// A host whose Vulkan functions are global pointers, as a loader like volk has them. All stay null here: a library
// that called through them, or defined them again, could not pass.
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
