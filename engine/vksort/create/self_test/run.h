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

// Runs the trials with a Sorter that contains the pipelines for them. If a sort fails, the failure contains its kernel,
// count and fault. Other failures come from Vulkan or SelfTest::submit.
//   VK_TIMEOUT: a submission did not finish in time.
// `in_flight` is true if the device may still run the self-test. Then its objects are leaked, and the Sorter must be
// leaked, too.
[[nodiscard]] Failure selfTest(const Device& device, const SelfTest& info, vksortSorter sorter, const TrialList& trials,
                               bool& in_flight);

}  // namespace vksort
