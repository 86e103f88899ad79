// Which algorithms are timed at which sizes.
#pragma once

#include <string>
#include <vector>

#include "command_line/options.h"
#include "gpu/device.h"

namespace bench {

struct Point {
  std::uint32_t count;
  std::vector<std::string> algorithms;
};

struct Plan {
  std::vector<Point> points;
  std::vector<std::string> skipped;  // a line for each thing that the device cannot do
};

// What was named must be possible: std::invalid_argument says what is not. Of `all` and of the ladder, what is not
// possible is skipped, and an error if nothing is left.
Plan makePlan(const gpu::Device& device, const Options& options);

}  // namespace bench
