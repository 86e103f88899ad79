// An application that links libvulkan and uses its prototypes.
#include <vulkan/vulkan.h>

#include "host.h"

int main() { return host::run(vkGetInstanceProcAddr); }
