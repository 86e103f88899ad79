// The child process: does one thing on the device, and tells its parent by events.
#pragma once

#include <volk.h>

#include "options.h"

namespace conform {

inline constexpr int kDeviceLost = 3;  // exit status

// Options::child says what: "facts", "timings", "tune" or "cases". `get_instance_proc_addr`: of vksort; null: the
// loader's. Tests plant faults by it. Events:
//   facts {device}                      of "facts"
//   timings {timings}                   of "timings"
//   tuning {tuning}                     of "tune", see tune.h
//   begin {case}, count {count}, result {case, result, ...}  of each case
// Returns the exit status. Errors: gpu::Error, also if the device has another identity: another may be chosen where
// one was lost.
int runChild(const Options& options, PFN_vkGetInstanceProcAddr get_instance_proc_addr);

}  // namespace conform
