// Compiled without fused operations, see CMakeLists.txt.
#include "camera/points.h"

#include <bit>
#include <cmath>
#include <numbers>

#include "input/parallel.h"
#include "input/random.h"

namespace bench {
namespace {

constexpr std::uint64_t kClusters = 200;
constexpr float kReach = 50.0f;               // metres: centres of clusters are from -kReach to kReach
constexpr float kLeast = 0.5f, kMost = 8.0f;  // metres: how far a point of a cluster is from the centre, at most
constexpr float kDistance = 150.0f;           // metres of the camera from the origin

// From 0 to 1, in steps of 2^-24.
float partAt(std::uint64_t seed, std::uint64_t i) {
  return static_cast<float>(randomAt(seed, i) >> 40) * (1 / 16777216.0f);
}

// From -1 to 1, most of them near 0.
float offsetAt(std::uint64_t seed, std::uint64_t i) {
  return partAt(seed, 3 * i) + partAt(seed, 3 * i + 1) + partAt(seed, 3 * i + 2) - 1.5f;
}

}  // namespace

std::vector<Position> makeClusters(std::uint64_t seed, std::uint32_t count) {
  const std::uint64_t of_clusters = seedFor(seed, 0), of_points = seedFor(seed, count);
  std::vector<Position> positions(count);
  forPieces(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t cluster = randomAt(of_points, i) % kClusters;
      const float size = kLeast + (kMost - kLeast) * partAt(~of_clusters, cluster);
      const auto coordinate = [&](std::uint64_t axis) {
        const float centre = kReach * (2 * partAt(of_clusters, 3 * cluster + axis) - 1);
        return centre + size * offsetAt(~of_points, 3 * i + axis);
      };
      positions[i] = {coordinate(0), coordinate(1), coordinate(2), 1.0f};
    }
  });
  return positions;
}

DepthRow depthRowAt(double degrees) {
  const double angle = degrees * (std::numbers::pi / 180);
  return {static_cast<float>(std::cos(angle)), 0.0f, static_cast<float>(std::sin(angle)), kDistance};
}

std::uint32_t depthKey(const Position& p, const DepthRow& row) {
  return std::bit_cast<std::uint32_t>(((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w);
}

}  // namespace bench
