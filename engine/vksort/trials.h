// The sorts that a self-test tries, as each algorithm names them.
#pragma once

#include <cstdint>

#include "configuration.h"
#include "misuse.h"

namespace vksort {

// A kind of recording.
enum class Use : std::uint8_t { whole, indirect, segments };

// A sort of `count` elements that takes the kernel.
struct Trial {
  const char* name;     // of the kernel, a static string
  std::uint8_t kernel;  // its number
  std::uint32_t count;
  Use use = Use::whole;
  bool scratch = false;  // scratch memory is passed
};

[[nodiscard]] inline Request requestOf(Use use, std::uint32_t count) {
  Request request{};
  request.count = count;
  request.indirect = use == Use::indirect;
  request.segments = use == Use::segments;
  request.segment_count = request.segments ? 1 : 0;
  return request;
}

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
