#pragma once

#include <volk.h>

namespace conform {

// Returns 0 if all cases passed or are not supported, 1 if a case or a report check failed, 2 if the program cannot
// run. Child processes use `get_instance_proc_addr`, which can be null.
int runProgram(int argc, char** argv, PFN_vkGetInstanceProcAddr get_instance_proc_addr);

}  // namespace conform
