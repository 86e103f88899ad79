// Between vksort and Vulkan: every pipeline that any Sorter makes is compiled once, with what its driver says of it.
#pragma once

#include <volk.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace drivers {

struct Compiled {
  std::string sorter;               // the first that has the kernel
  VkResult result{};                // of its creation
  std::uint32_t width;              // of a subgroup, that the kernel was made for; 0: any
  std::uint32_t runs_at = 0;        // that the driver chose; 0: it does not say
  std::string kernel = "a kernel";  // its name, if it was compiled
  std::vector<std::pair<std::string, std::uint64_t>> statistics{};  // in the driver's words and order
};

// While it lives, on one thread.
class Compiler {
 public:
  explicit Compiler(VkDevice device);
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // To be given to vksort as Device::get_instance_proc_addr, with VKSORT_DEBUG_UTILS.
  static PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name);

  std::string configuration;       // of the Sorters to come
  std::uint32_t width = 0;         // of the subgroups that the device is said to have; 0: its own
  std::vector<Compiled> compiled;  // in the order of their creation
};

}  // namespace drivers
