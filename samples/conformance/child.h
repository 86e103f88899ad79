// The child process performs one task on the device, and sends events to its parent.
#pragma once

#include <volk.h>

#include "options.h"

namespace conform {

inline constexpr int kDeviceLost = 3;

// Options::child is the task: "facts", "timings", "tune" or "cases". Tests inject faults with `get_instance_proc_addr`,
// which can be null. Events:
// facts {device}
// timings {timings}
// tuning {tuning}: see tune.h
// begin {case}, count {count}, result {case, result, ...}: for each case
// Throws gpu::Error if the device has another identity, because another device may be selected after one was lost.
int runChild(const Options& options, PFN_vkGetInstanceProcAddr get_instance_proc_addr);

}  // namespace conform
