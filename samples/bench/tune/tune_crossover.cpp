#include "tune/tune_crossover.h"

#include <algorithm>
#include <bit>

namespace bench {

std::vector<std::uint32_t> crossoverCounts(std::uint32_t least, std::uint32_t most) {
  std::vector<std::uint32_t> counts = {least, most};
  for (std::uint64_t power = 4; power <= most; power *= 2) {
    for (const std::uint64_t count : {power, power + 1, power / 4 * 5, power / 2 * 3, power / 4 * 7}) {
      if (count >= least && count <= most) counts.push_back(static_cast<std::uint32_t>(count));
    }
  }
  std::ranges::sort(counts);
  counts.erase(std::ranges::unique(counts).begin(), counts.end());
  return counts;
}

std::optional<std::uint32_t> findCrossover(const std::vector<std::uint32_t>& counts, const CrossoverTimes& timesOf) {
  const auto wins = [&timesOf](std::uint32_t count) {
    const std::optional<TuneTimes> both = timesOf(count);
    return both && both->b_us < both->a_us;
  };
  if (counts.empty() || !wins(counts.back())) return {};
  std::size_t found = counts.size() - 1, least = 0;
  for (std::size_t i = found; i-- > 0;) {
    if (!std::has_single_bit(counts[i]) && i != 0) continue;
    if (!wins(counts[i])) {
      least = i + 1;
      break;
    }
    found = i;
  }
  while (found > least && wins(counts[found - 1])) --found;
  return counts[found];
}

}  // namespace bench
