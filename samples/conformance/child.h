// The child process performs one task on the device, and sends events to its parent.
#pragma once

#include <volk.h>

#include "options.h"

namespace conform {

inline constexpr int kDeviceLost = 3;  // exit status

// Options::child is the task: "facts", "timings", "tune" or "cases". vksort uses `get_instance_proc_addr`, with which
// tests can inject faults, or the loader's if null. Events:
// facts {device}
// timings {timings}
// tuning {tuning}: see tune.h
// begin {case}, count {count}, result {case, result, ...}: for each case
// Returns the exit status. Throws gpu::Error, also if the device has another identity, because another device may be
// selected after one was lost.
int runChild(const Options& options, PFN_vkGetInstanceProcAddr get_instance_proc_addr);

}  // namespace conform
