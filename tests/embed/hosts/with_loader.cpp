// A host that links libvulkan and uses its prototypes, without a hook and with one.
#include <vulkan/vulkan.h>

#include "host.h"
#include "scattered.h"

int main() {
  const vksort::Hook hook{scattered, VK_NULL_HANDLE};
  const int plain = host::run(vkGetInstanceProcAddr);
  return plain != 0 ? plain : 10 * host::run(vkGetInstanceProcAddr, &hook);
}
