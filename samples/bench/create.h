// How long each pipeline of a Sorter takes to create, and what the driver says of it.
#pragma once

#include "bench/commands.h"

namespace bench {

inline double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

struct TimedPipeline {
  std::string kernel;         // as vksort names it
  std::size_t spirv_bytes{};  // of its module
  double ms = 0;              // module and pipeline
  std::string statistics{};   // `name: value; name: value` in the driver's words; empty: not asked for
};

// Between vksort and Vulkan. For one Sorter at a time, on any number of threads.
class TimedPipelines {
 public:
  // `statistics`: each pipeline is made with them; the device must have them enabled.
  explicit TimedPipelines(bool statistics = false);
  ~TimedPipelines();
  TimedPipelines(const TimedPipelines&) = delete;
  TimedPipelines& operator=(const TimedPipelines&) = delete;

  // For vksort, as Device::get_instance_proc_addr, with VKSORT_DEBUG_UTILS: kernels are known by their names.
  static PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name);

  // Those made so far, in the order of their kernels. With statistics, while the Sorter lives. Errors: gpu::Error.
  [[nodiscard]] std::vector<TimedPipeline> made() const;
};

struct Creation {
  double ms;             // of Sorter::create(), wall-clock time
  double first_sort_ms;  // until a sort can be recorded
  std::string level;     // that create() took
  std::vector<TimedPipeline> pipelines;
};
// The number of pipelines and the time to the first sort, then a table with a line for each pipeline, and the sums.
std::string createText(const Creation& creation);
// The same as lines of a CSV. The last row's kernel is `all`, and its time that of the whole.
std::vector<Fields> createRows(const Configuration& configuration, const Creation& creation);

}  // namespace bench
