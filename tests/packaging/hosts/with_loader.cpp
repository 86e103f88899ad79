#include <vulkan/vulkan.h>

#include "host.h"

int main() { return host::run(vkGetInstanceProcAddr); }
