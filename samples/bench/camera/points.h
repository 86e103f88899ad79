// Points in clusters, and a camera that orbits them: the keys are depths.
#pragma once

#include "input/positions.h"

namespace bench {

// `count` points, each a function of the seed and its index; each is in one of 200 clusters.
std::vector<Position> makeClusters(std::uint64_t seed, std::uint32_t count);

// A depth is ((x * p.x + y * p.y) + z * p.z) + w, in this order and without fused operations.
struct DepthRow {
  float x, y, z, w;  // w in metres
};

// Of a camera that looks at the origin, `degrees` along its orbit around the vertical axis.
DepthRow depthRowAt(double degrees);

// The bits of the depth, as the device computes it.
std::uint32_t depthKey(const Position& position, const DepthRow& row);

}  // namespace bench
