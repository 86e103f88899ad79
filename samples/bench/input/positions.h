// Positions whose view depths are the keys of --key-generator and --key-pass.
#pragma once

#include <cstdint>
#include <vector>

namespace bench {

struct Position {
  float x, y, z, w;  // metres; w is 1
};

// `count` positions, each a function of the seed and its index.
std::vector<Position> makePositions(std::uint64_t seed, std::uint32_t count);

// The bits of the depth, as the device computes it.
std::uint32_t depthKey(const Position& position);

}  // namespace bench
