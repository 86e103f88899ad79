// Input keys of each distribution.
#pragma once

#include <cstdint>
#include <vector>

#include "command_line/options.h"

namespace bench {

// Elements as they lie in memory: keys, and values if there are any (empty otherwise).
struct Elements {
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> values;
};

// The i-th random number of a seed.
std::uint64_t randomAt(std::uint64_t seed, std::uint64_t i);

// `count` keys of the distribution, as bits of the key type; values are the indices. Each key is a function of the seed
// and its index, so the same options give the same keys on every machine. With --hook and
// --key-pass: depths of positions, see depths.h.
Elements makeInput(const Options& options, std::uint32_t count);

}  // namespace bench
