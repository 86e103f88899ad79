// The reason why creation failed.
#pragma once

#include <cstdint>

#include "vksort.h"

namespace vksort {

struct Failure {
  VkResult result = VK_SUCCESS;
  const char* why = nullptr;  // static string for *reason
  // If a kernel cannot be used, the static string for Rejected::fault. Creation can then fall back to other kernels.
  const char* fault = nullptr;
  std::uint32_t kernel = 0;
  std::uint32_t count = 0;   // elements of the sort that failed, or 0
  bool is_known = false;     // listed in known_drivers.cpp, so the kernel was not tried
  bool of_baseline = false;  // belongs to the baseline of a staged creation, so there is no fallback

  [[nodiscard]] bool ok() const { return result == VK_SUCCESS; }
};

}  // namespace vksort
