// What a Sorter is made for, of all that the public header allows.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "random.h"
#include "vksort_verifier.h"

namespace fuzz {

struct Configuration {
  vksort::Ordering ordering;  // key type, order, values, ties, rule of NaN
  vksort::Path path = vksort::Path::automatic;
  vksort::Count count = vksort::Count::host;
  bool coherent = false;
  vksort::KeyBits key_bits{};     // promised of the keys
  bool ascending_values = false;  // promised of the values,
  uint32_t value_bits = 0;        // and this; 0: nothing
  uint32_t max_count = 0;         // promised of the steps; 0: nothing
  bool always_lends = false;      // the same
  bool hook = false;              // keys are computed from what a buffer holds
  bool push_descriptor = true;    // used where the device has them
  bool full_subgroups = true;     // the same
  bool portable = false;          // what is lent memory is sorted without looking back,
  bool by_ranks = false;          // or by ranks

  bool hasValues() const { return ordering.values != vksort::Values::none; }
  // Values in a buffer of their own.
  bool splitValues() const {
    return ordering.values == vksort::Values::split || ordering.values == vksort::Values::iota;
  }
  // Words of an element in the range of keys.
  uint32_t stride() const {
    return ordering.key_type == vksort::KeyType::u64 || ordering.values == vksort::Values::interleaved ? 2 : 1;
  }
  // Its values are what the field has, and below 2^value_bits.
  bool promises() const { return value_bits != 0 && ordering.values != vksort::Values::iota; }
  // The same, and they ascend in the order that is sorted.
  bool ascends() const { return ascending_values && hasValues() && ordering.values != vksort::Values::iota; }
  // Elements of a sort, of lists in the largest.
  uint32_t most() const { return max_count == 0 ? ~0u : max_count; }
  // The result is not of one kind only.
  bool isLoose() const { return hasValues() && ordering.ties == vksort::Ties::any; }
  bool takesState() const { return coherent || count != vksort::Count::host; }
  // Some of its sorts make use of memory that is lent.
  bool takesScratch() const {
    if (path == vksort::Path::floor || count == vksort::Count::lists) return false;
    if (ordering.key_type == vksort::KeyType::u64 && hasValues()) return false;
    return full_subgroups || by_ranks;
  }
};

// Those of a key that may differ.
uint32_t maskOf(const vksort::KeyBits& bits);

// By vksort.h: what create() takes.
bool isAllowed(const Configuration& configuration);

vksort::Ordering drawOrdering(Random& random);
// Without promises, but for bits of values.
Configuration drawConfiguration(Random& random);
// The same with promises; most of its kernels are those that it has without.
Configuration drawPromising(Random& random, const Configuration& configuration);
// So many, each with as many choices together, by twos and threes, as none before it has: faults are where they meet.
std::vector<Configuration> drawPool(Random& random, uint32_t size);

std::string describe(const vksort::Ordering& ordering);
std::string describe(const Configuration& configuration);

}  // namespace fuzz
