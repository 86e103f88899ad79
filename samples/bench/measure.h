#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "bench/workload.h"
#include "common/algorithm.h"

namespace bench {

// Returns the upper median. `values` must not be empty.
inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

struct Measurement {
  std::uint32_t dispatches = 0;
  double median_us = 0, min_us = 0, max_us = 0;  // GPU time; CPU time for the algorithm `cpu`
  double record_us = 0;                          // median CPU time to record a sort
  bool verified = false;                         // only the last repetition is read back
};
void fill(Measurement& out, const std::vector<double>& microseconds);

struct Rounds {
  std::uint32_t warm_ups;
  std::uint32_t timed;
  bool operator==(const Rounds&) const = default;
};
// 15 timed rounds by default, or 5 for 2^26 elements or more.
Rounds roundsFor(std::optional<std::uint32_t> repeat, std::uint32_t count);

// Several sorts keep the clocks high. Too many would cause a timeout on slow devices.
std::uint32_t sortsPerSubmission(std::uint32_t count);

// Each round restores the input, and rotates random inputs by another distance. Throws gpu::Error, for example if the
// queue has no timestamps.
Measurement measureDevice(const gpu::Device& device, Algorithm& algorithm, const Workload& workload, Rounds rounds,
                          std::uint32_t first_round = 0);

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

// Uses one core. Large inputs are only sorted once, others at most five times.
Measurement measureCpu(const vksort::Ordering& ordering, std::optional<std::uint32_t> repeat, const Elements& elements);

}  // namespace bench
