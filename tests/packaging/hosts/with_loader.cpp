// A host that links libvulkan and uses its prototypes, without a key generator and with one.
#include <vulkan/vulkan.h>

#include "host.h"
#include "scattered.h"

int main() {
  const vksort::KeyGenerator generator{scattered, VK_NULL_HANDLE};
  const int plain = host::run(vkGetInstanceProcAddr);
  return plain != 0 ? plain : 10 * host::run(vkGetInstanceProcAddr, &generator);
}
