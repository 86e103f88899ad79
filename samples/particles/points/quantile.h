// Quantiles of many numbers, from at most 200,000 of them.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

namespace particles {

// The number that a `share` of `count` numbers are below; between two of them the middle. `count` must be above 0.
template <typename Number, typename At>
Number quantile(std::size_t count, double share, At at) {
  constexpr std::size_t kLooked = 200000;
  const std::size_t step = std::max<std::size_t>(1, count / kLooked);
  std::vector<Number> numbers;
  for (std::size_t i = 0; i < count; i += step) numbers.push_back(at(i));
  const double place = share * static_cast<double>(numbers.size() - 1);
  const auto lower = numbers.begin() + static_cast<std::ptrdiff_t>(std::floor(place));
  std::nth_element(numbers.begin(), lower, numbers.end());
  if (place == std::floor(place)) return *lower;
  return *lower + (*std::min_element(lower + 1, numbers.end()) - *lower) / 2;
}

}  // namespace particles
