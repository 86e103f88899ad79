// Hooks of the functions that a self-test calls, and what it may leave behind.
#pragma once
#include "support/device/hooks.h"

namespace test {

// Null if it is none of those.
PFN_vkVoidFunction selfTestHookOf(VkInstance instance, const char* name);

// Destroys what was created through the hooks since there were `before` objects, and is live. The device must be idle.
void destroyLeft(VkDevice device, const ObjectCount& before);

}  // namespace test
