// From how many elements on a radix sort is faster than other sorts. Knows no device.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace bench {

// Median microseconds of two sorts of one size.
struct TuneTimes {
  std::uint32_t count = 0;
  double a_us = 0, b_us = 0;
};

// Where a crossover may be between two counts, ascending: these, powers of two, a quarter, a half and three quarters
// on, and one past each, as in place that is where a stage more begins.
std::vector<std::uint32_t> crossoverCounts(std::uint32_t least, std::uint32_t most);

// Times of so many elements, of which b is by radix; nothing where they cannot be told.
using CrossoverTimes = std::function<std::optional<TuneTimes>(std::uint32_t count)>;

// The count from which on radix is faster at each greater one of the counts that is tried: powers of two from the
// greatest down to the first at which it is not, then those in between. Nothing if it is not faster at the greatest.
std::optional<std::uint32_t> findCrossover(const std::vector<std::uint32_t>& counts, const CrossoverTimes& timesOf);

}  // namespace bench
