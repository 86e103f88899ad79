// A host whose sort computes the keys.
#include <vulkan/vulkan.h>

#include "host.h"
#include "scattered.h"

int main() {
  const vksort::Hook hook{scattered, VK_NULL_HANDLE};
  return host::run(vkGetInstanceProcAddr, &hook);
}
