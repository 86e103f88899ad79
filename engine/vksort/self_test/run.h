// Tests a Sorter on its device: sorts small arrays and verifies them there.
#pragma once

#include "self_test/cases.h"
#include "sorter_state.h"

namespace vksort {

// Failures of a sort, the worst last.
enum class Failure : std::uint8_t { none, unsorted, altered, trespassed };
// A static string: "left elements out of order".
[[nodiscard]] const char* describe(Failure failure);

// The result of a self-test.
struct Finding {
  Failure failure;       // of the first sort that failed
  Trial trial;           // that sort
  const char* untested;  // as in TrialList
  // The verifier is wrong on the device, so no sort can be judged.
  bool verifier_failed;
  // The device may still run the self-test. Its objects are leaked, and the Sorter's must be, too.
  bool in_flight;
};

// The sorter was created from `info`, with a queue to test on.
//   VK_SUCCESS: it ran; `out` says with what result.
//   VK_TIMEOUT: it did not end in time.
//   Others: as Vulkan returned them.
// Nothing is leaked unless `out.in_flight` says so. *reason is a static string then.
[[nodiscard]] VkResult selfTest(const SorterInfo& info, const Sorter& sorter, Finding& out, const char*& reason);

}  // namespace vksort
