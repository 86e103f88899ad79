// Between vksort and Vulkan: how long each pipeline of a Sorter takes to create.
#pragma once

#include <volk.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

using Clock = std::chrono::steady_clock;
inline double milliseconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

struct TimedPipeline {
  std::string kernel;         // as vksort names it
  std::size_t spirv_bytes{};  // of its module
  double ms = 0;              // module and pipeline
  std::string statistics{};   // of statisticsOf(); empty: not asked for
};

// For one Sorter at a time, on any number of threads.
class TimedPipelines {
 public:
  // `statistics`: each pipeline is made with them; the device must have them enabled.
  explicit TimedPipelines(bool statistics = false);
  ~TimedPipelines();
  TimedPipelines(const TimedPipelines&) = delete;
  TimedPipelines& operator=(const TimedPipelines&) = delete;

  // To be given to vksort as Device::get_instance_proc_addr, with kDebugUtils, since names are how it tells
  // kernels.
  static PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name);

  // Those made so far, in the order of their kernels. With statistics, while the Sorter lives. Errors: of
  // statisticsOf().
  [[nodiscard]] std::vector<TimedPipeline> made() const;
};

}  // namespace bench
