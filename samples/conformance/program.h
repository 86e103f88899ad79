// The program: its command line, and what each command does.
#pragma once

#include <volk.h>

namespace conform {

// Returns the exit status: 0: all cases passed or are not supported; 1: a case did not pass, or a report is refused;
// 2: cannot run.
//   get_instance_proc_addr: of vksort in child processes; null: the loader's.
int runProgram(int argc, char** argv, PFN_vkGetInstanceProcAddr get_instance_proc_addr);

}  // namespace conform
