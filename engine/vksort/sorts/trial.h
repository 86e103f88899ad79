#pragma once

#include <cstdint>

#include "device/log.h"
#include "request/request.h"

namespace vksort {

// A sort that uses the kernel.
struct Trial {
  std::uint8_t kernel;
  std::uint32_t count;
  Mode mode = Mode::whole;
  bool scratch = false;
};

struct TrialList {
  static constexpr std::uint32_t kMax = 64;
  std::uint32_t count = 0;
  Trial trials[kMax] = {};
  const char* untested = nullptr;  // a kernel that only larger sorts use

  void add(const Trial& trial) {
    if (count == kMax) {
      VKSORT_ASSERT("a self-test must not have more than TrialList::kMax trials");
      return;
    }
    trials[count++] = trial;
  }
};

}  // namespace vksort
