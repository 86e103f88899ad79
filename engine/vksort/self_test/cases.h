// What a self-test sorts. Pure arithmetic, no Vulkan calls.
#pragma once

#include "configuration.h"

namespace vksort {

enum class Pattern : std::uint8_t {
  random,
  sorted,    // in the order of the configuration
  reversed,  // against it
  ties,      // 8 different keys, among them the first and the last one
  clumps,    // random, but that some are equal: so many that these are looked for one by one, and not sorted by value
  swapped,   // sorted, but that from the second on each two neighbours have changed places, also across seams
};
inline constexpr std::uint32_t kPatternCount = 5;  // that are sorted, at most

// What the elements are to keep to.
struct Promises {
  bool ascending_values;
  std::uint32_t key_mask;  // the bits that may differ
  std::uint32_t value_mask;
};
[[nodiscard]] Promises promisesOf(const SorterInfo& info);

// Element i of n, to its place in the range of keys and, if they are split, that of values. With Values::iota the value
// is the one that the sort is to make up.
void writeSelfTestElement(const Ordering& ordering, const Promises& promises, Pattern pattern, std::uint32_t i,
                          std::uint32_t n, std::uint32_t* keys, std::uint32_t* values);

}  // namespace vksort
