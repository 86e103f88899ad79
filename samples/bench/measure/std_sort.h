// std::sort, to compare with.
#pragma once

#include <algorithm>
#include <chrono>

#include "input/parallel.h"
#include "measure/measure.h"

namespace bench {

// Sorts what `rankOf(i)` gives for each i below `count`, each time anew.
template <typename Rank, typename RankOf>
Measurement timeStdSort(std::size_t count, std::uint32_t repeat, RankOf rankOf) {
  using Clock = std::chrono::steady_clock;
  std::vector<Rank> ranks(count);
  std::vector<double> cpu_us;
  for (std::uint32_t i = 0; i < repeat; ++i) {
    forPieces(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e) ranks[e] = rankOf(e);
    });
    const auto start = Clock::now();
    std::sort(ranks.begin(), ranks.end());
    cpu_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  Measurement out;
  fill(out, cpu_us);
  out.verified = std::is_sorted(ranks.begin(), ranks.end());
  return out;
}

// How often an input of so many elements is sorted, by --repeat: at most five times, a large one once.
std::uint32_t stdSortRounds(std::optional<std::uint32_t> repeat, std::size_t count);

// On one core: keys of 32 bits as u32 in their order, pairs of them and keys of 64 bits as u64, else records of both.
// `repeat` as --repeat says.
Measurement measureCpu(const vksort::Ordering& ordering, std::optional<std::uint32_t> repeat, const Elements& elements);

}  // namespace bench
