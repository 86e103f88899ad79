// A layer between vksort and Vulkan that compiles each pipeline once, and keeps the statistics of the driver.
#pragma once

#include <volk.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace drivers {

struct Compiled {
  std::string sorter;               // first Sorter that uses the kernel
  VkResult result{};                // of vkCreateComputePipelines
  std::uint32_t width;              // requested subgroup size, or 0 for any
  std::uint32_t runs_at = 0;        // subgroup size that the driver chose, or 0 if unknown
  std::string kernel = "a kernel";  // name, if it was compiled
  std::vector<std::pair<std::string, std::uint64_t>> statistics{};  // names and order of the driver
};

// Only one object may exist, and all calls must be made on one thread.
class Compiler {
 public:
  explicit Compiler(VkDevice device);
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // Must be used as Device::get_instance_proc_addr, with VKSORT_DEBUG_UTILS.
  static PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name);

  std::string configuration;       // used by the next Sorters
  std::uint32_t width = 0;         // subgroup size that the device reports, or 0 for its own
  std::vector<Compiled> compiled;  // in the order of creation
};

}  // namespace drivers
