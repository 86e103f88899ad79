#pragma once

#include <algorithm>
#include <vector>

namespace bench {

// The upper one of an even number. `values` must not be empty.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace bench
