#pragma once

#include "create/sorter.h"

namespace vksort {

enum class Pattern : std::uint8_t {
  random,
  sorted,    // in the order of the configuration
  reversed,  // in the opposite order
  ties,      // 8 different keys, including the first and the last one
  clumps,    // random, except for a few equal keys, so that rank merge has to search them one by one
};

// Different patterns use different orders.
[[nodiscard]] Ordering orderingOf(const Configuration& configuration, Pattern pattern);

// Writes input element i of n to index `at`.
void writeSelfTestElement(const Configuration& configuration, Pattern pattern, std::uint32_t i, std::uint32_t n,
                          std::uint32_t at, std::uint32_t* keys, std::uint32_t* payload);
// Returns the input element that a payload was written with, unless it was altered.
[[nodiscard]] std::uint32_t selfTestElementOf(const Configuration& configuration, std::uint32_t payload);

// Sorts small arrays on the device, and verifies them on the CPU. If a sort failed, the result contains a kernel, count
// and fault. Sets `in_flight` if the device may still run the self-test. In this case, leak its objects and the Sorter.
[[nodiscard]] Failure selfTest(const Device& device, const SelfTest& info, vksortSorter sorter, const TrialList& trials,
                               bool& in_flight);

}  // namespace vksort
