#pragma once

#include <cstdint>

#include "vksort.h"

namespace vksort {

struct Failure {
  VkResult result = VK_SUCCESS;
  const char* why = nullptr;  // static string for *reason
  // Static string for Rejected::fault if a kernel cannot be used. Creation can then fall back to other kernels.
  const char* fault = nullptr;
  std::uint32_t kernel = 0;
  std::uint32_t count = 0;   // elements of the sort that failed, or 0
  bool is_known = false;     // listed in known_drivers.cpp, so it was not tried
  bool of_baseline = false;  // a staged creation cannot fall back

  [[nodiscard]] bool ok() const { return result == VK_SUCCESS; }
};

}  // namespace vksort
