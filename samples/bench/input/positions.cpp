// Compiled without fused operations, see CMakeLists.txt.
#include "input/positions.h"

#include <bit>

#include "input/parallel.h"
#include "input/random.h"
#include "view.h"

namespace bench {
namespace {

constexpr float kReach = 50.0f;  // metres: coordinates are from -kReach to kReach

float coordinateAt(std::uint64_t seed, std::uint64_t i) {
  const auto steps = static_cast<float>(randomAt(seed, i) >> 40);  // 24 bits
  return steps * (2 * kReach / 16777216.0f) - kReach;
}

}  // namespace

std::vector<Position> makePositions(std::uint64_t seed, std::uint32_t count) {
  const std::uint64_t of_size = seedFor(seed, count);
  std::vector<Position> positions(count);
  forPieces(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      positions[i] = {coordinateAt(of_size, 3 * i), coordinateAt(of_size, 3 * i + 1), coordinateAt(of_size, 3 * i + 2),
                      1.0f};
    }
  });
  return positions;
}

std::uint32_t depthKey(const Position& p) {
  constexpr auto kX = static_cast<float>(VIEW_X), kY = static_cast<float>(VIEW_Y);
  constexpr auto kZ = static_cast<float>(VIEW_Z), kW = static_cast<float>(VIEW_W);
  return std::bit_cast<std::uint32_t>(((kX * p.x + kY * p.y) + kZ * p.z) + kW);
}

}  // namespace bench
