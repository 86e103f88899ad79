// Which algorithms are timed at which sizes.
#pragma once

#include <string>
#include <vector>

#include "algorithms/configuration.h"
#include "session/sizes.h"

namespace bench {

struct Point {
  std::uint32_t count;
  std::vector<std::string> algorithms;
};

struct Plan {
  std::vector<Point> points;
  std::vector<std::string> skipped;  // a line for each thing that the device cannot do
};

// What is done about an algorithm and a size that do not go together.
enum class Unable { refuse, skip };

// Errors: std::invalid_argument that says what is not possible, if that is refused, or if nothing is left.
Plan makePlan(const gpu::Device& device, const Configuration& configuration, const Sizes& sizes,
              const std::vector<std::string>& algorithms, Unable unable);

// Of vksort alone.
Plan makePlan(const gpu::Device& device, const Configuration& configuration, const Sizes& sizes);

}  // namespace bench
