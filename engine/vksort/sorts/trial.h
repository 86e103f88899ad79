// The sorts that a self-test tries, as each algorithm names them.
#pragma once

#include <cstdint>

#include "device/log.h"
#include "request/request.h"

namespace vksort {

// A sort of `count` elements that takes the kernel.
struct Trial {
  std::uint8_t kernel;
  std::uint32_t count;
  Mode mode = Mode::whole;
  bool scratch = false;  // scratch memory is passed
};

struct TrialList {
  static constexpr std::uint32_t kMax = 64;
  std::uint32_t count = 0;
  Trial trials[kMax] = {};
  // A kernel that only larger sorts than these use; null: there is none.
  const char* untested = nullptr;

  // A full list stays as it is.
  void add(const Trial& trial) {
    if (count == kMax) {
      VKSORT_ASSERT("a self-test must not have more than TrialList::kMax trials");
      return;
    }
    trials[count++] = trial;
  }
};

}  // namespace vksort
