// Tests a Sorter on its device: sorts small arrays and verifies them there.
#pragma once

#include "self_test/cases.h"
#include "sorter_state.h"

namespace vksort {

// A failure of a sort: Rejected::fault, and *reason if no level is left.
struct Failure {
  const char *fault, *reason;
};

// The result of a self-test.
struct Finding {
  const Failure* failure;  // of the first sort that failed; null: none did
  Trial trial;             // that sort
  const char* untested;    // as in TrialList
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
