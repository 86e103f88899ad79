// What a self-test may leave behind.
#pragma once
#include "support/device/hooks.h"

namespace test {

// Destroys what was created through the hooks since there were `before` objects, and is live. The device must be idle.
void destroyLeft(VkDevice device, const ObjectCount& before);

}  // namespace test
