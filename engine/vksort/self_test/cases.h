// The elements that a self-test sorts. Pure arithmetic, no Vulkan calls.
#pragma once

#include "configuration.h"

namespace vksort {

enum class Pattern : std::uint8_t {
  random,
  sorted,    // in the order of the configuration
  reversed,  // against it
  ties,      // 8 different keys, among them the first and the last one
  clumps,    // random, but that some are equal, in numbers that are searched one by one
};

// The order of a case: each order of the Sorter's keys has its turn.
struct CaseOrder {
  KeyType key_type;
  Order order;
  NanRule nan_rule;
};
[[nodiscard]] CaseOrder orderOf(const Configuration& configuration, Pattern pattern);

// Element i of n, to its place in the range of keys and, if it has one, that of payloads. Payloads that the sort
// writes, or keeps in order, are indices.
void writeSelfTestElement(const Configuration& configuration, Pattern pattern, std::uint32_t i, std::uint32_t n,
                          std::uint32_t* keys, std::uint32_t* payload);

}  // namespace vksort
