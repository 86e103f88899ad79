// The child process: does one thing on the device, and tells its parent by events.
#pragma once

#include <volk.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace conform {

inline constexpr int kDeviceLost = 3;  // exit status

struct ChildTask {
  std::string what;                   // "facts", "timings" or "cases"
  std::vector<std::string> cases;     // exact names
  std::optional<std::string> device;  // as --device
  std::string identity;               // identityOf() the device; empty: any
  std::uint64_t seed;
  std::optional<std::uint32_t> count;  // the only one
  bool quick = false;
  // Of vksort; null: the loader's. For tests, which plant faults by it.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
};

// Events:
//   facts {device}                      of "facts"
//   timings {timings}                   of "timings"
//   begin {case}, count {count}, result {case, result, ...}  of each case
// Returns the exit status. Errors: gpu::Error, also if the device has another identity: another may be chosen where
// one was lost.
int runChild(const ChildTask& task);

}  // namespace conform
