// Input keys of each distribution, and the check of a result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "options.h"

namespace bench {

// Elements as they lie in memory: keys, and values if there are any (empty otherwise).
struct Elements {
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> values;
};

// `count` keys of the distribution, as bits of the key type; values are the indices.
Elements makeInput(const Options& options, std::uint32_t count);

// The unsigned integer that orders a key as the configuration does.
std::uint32_t orderOf(std::uint32_t bits, vksort::KeyType type, vksort::Order order);

// Whether `output` is the input sorted: in order, ties by value where they are deterministic, and a permutation of the
// input's elements (by a 64-bit sum of mixed elements).
bool verify(const Options& options, const Elements& input, const Elements& output);

}  // namespace bench
