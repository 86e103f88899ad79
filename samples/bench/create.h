#pragma once

#include "bench/commands.h"

namespace bench {

inline double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

struct TimedPipeline {
  std::string kernel;
  std::size_t spirv_bytes{};
  double ms = 0;             // for module and pipeline
  std::string statistics{};  // `name: value; name: value` from the driver, or empty
};

// Intercepts vksort's Vulkan calls. Supports one Sorter at a time, on any number of threads.
class TimedPipelines {
 public:
  // If `statistics` is true, the device must have enabled them.
  explicit TimedPipelines(bool statistics = false);
  ~TimedPipelines();
  TimedPipelines(const TimedPipelines&) = delete;
  TimedPipelines& operator=(const TimedPipelines&) = delete;

  // Use it as Device::get_instance_proc_addr, with VKSORT_DEBUG_UTILS, because kernels are identified by their names.
  static PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name);

  // For statistics, the Sorter must still exist.
  [[nodiscard]] std::vector<TimedPipeline> made() const;
};

struct Creation {
  double ms;             // wall-clock time of Sorter::create()
  double first_sort_ms;  // time until a sort can be recorded
  std::string level;
  std::vector<TimedPipeline> pipelines;
};
std::string createText(const Creation& creation);
// The last row's kernel is `all`, with the total time.
std::vector<Fields> createRows(const Configuration& configuration, const Creation& creation);

}  // namespace bench
