// Counts the dispatches that vksort really records.
#pragma once

#include <volk.h>

#include <cstdint>

namespace bench {

// For vksort::Device::get_instance_proc_addr: the program's own, but for the dispatches. For one device at a time.
PFN_vkVoidFunction VKAPI_CALL countingInstanceProcAddr(VkInstance instance, const char* name);

// Recorded through it so far, by all threads.
std::uint64_t countedDispatches();

}  // namespace bench
