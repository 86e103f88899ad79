#define VOLK_IMPLEMENTATION
#include <volk.h>

#include "host.h"

int main() { return volkInitialize() == VK_SUCCESS ? host::run(vkGetInstanceProcAddr) : 10; }
