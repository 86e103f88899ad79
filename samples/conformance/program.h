#pragma once

#include <volk.h>

namespace conform {

// Returns the exit status: 0 if all cases passed or are not supported, 1 if a case or a report check failed, 2 if the
// program cannot run. vksort uses `get_instance_proc_addr` in child processes, or the loader's if null.
int runProgram(int argc, char** argv, PFN_vkGetInstanceProcAddr get_instance_proc_addr);

}  // namespace conform
