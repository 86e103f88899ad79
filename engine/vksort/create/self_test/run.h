// Tests a Sorter on its device: sorts small arrays there, and verifies them on the CPU.
#pragma once

#include "create/sorter.h"

namespace vksort {

enum class Pattern : std::uint8_t {
  random,
  sorted,    // in the order of the configuration
  reversed,  // against it
  ties,      // 8 different keys, among them the first and the last one
  clumps,    // random, but that some are equal, in numbers that are searched one by one
};

// The order of a case: each order of the Sorter's keys has its turn.
[[nodiscard]] Ordering orderingOf(const Configuration& configuration, Pattern pattern);

// Element i of n, to its place in the range of keys and, if it has one, that of payloads. Payloads that the sort
// writes, or keeps in order, are indices.
void writeSelfTestElement(const Configuration& configuration, Pattern pattern, std::uint32_t i, std::uint32_t n,
                          std::uint32_t* keys, std::uint32_t* payload);

// A failure of a sort: Rejected::fault, and *reason if no level is left.
struct Failure {
  const char *fault, *reason;
};

struct Finding {
  const Failure* failure;  // of the first sort that failed; null: none did
  Trial trial;             // that sort
  // The device may still run the self-test. Its objects are leaked, and the Sorter's must be, too.
  bool in_flight;
};

// Runs the trials with a Sorter that contains the pipelines for them. Returns VK_SUCCESS if all trials ran, even if one
// failed.
//   VK_TIMEOUT: a submission did not finish in time. If `out.in_flight` is set, its objects are leaked.
//   Other errors come from Vulkan or SelfTest::submit.
// On failure, sets *reason to a static string.
[[nodiscard]] VkResult selfTest(const Device& device, const SelfTest& info, const Sorter& sorter,
                                const TrialList& trials, Finding& out, const char*& reason);

}  // namespace vksort
