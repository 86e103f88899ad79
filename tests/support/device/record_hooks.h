// The hooks of what records, and of descriptors.
#pragma once
#include <volk.h>

namespace test {

// Null for another function.
PFN_vkVoidFunction recordHookOf(VkInstance instance, const char* name);

}  // namespace test
