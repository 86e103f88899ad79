// Timing of one size, and the rates that a sort is compared with.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "bench/workload.h"
#include "common/algorithm.h"

namespace bench {

// The upper one of an even number. `values` must not be empty.
inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

struct Measurement {
  std::uint32_t dispatches = 0;
  double median_us = 0, min_us = 0, max_us = 0;  // GPU time; CPU time for the algorithm `cpu`
  double record_us = 0;                          // CPU time to record one sort, median
  bool verified = false;                         // the output of the last repetition; earlier ones are not read back
};
// Fills in the times.
void fill(Measurement& out, const std::vector<double>& microseconds);

// Sorts that are timed, and those before that are not.
struct Rounds {
  std::uint32_t warm_ups;
  std::uint32_t timed;
  bool operator==(const Rounds&) const = default;
};
// As --repeat says, else 15, and 5 from 2^26 elements on.
Rounds roundsFor(std::optional<std::uint32_t> repeat, std::uint32_t count);

// Sorts of one submission. A few keep the clocks up; many would let a slow device run into a time-out.
std::uint32_t sortsPerSubmission(std::uint32_t count);

// Sorts the input on the device, each time from a fresh copy, and reads the last result back. Random inputs are rotated
// by another distance in each round, counted from `first_round` on. Errors: a queue without timestamps, and whatever
// the device returns.
Measurement measureDevice(const gpu::Device& device, Algorithm& algorithm, const Workload& workload, Rounds rounds,
                          std::uint32_t first_round = 0);

// Times std::sort of the values that `rankOf(i)` returns for each i below `count`, each time anew.
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

// On one core: keys of 32 bits as u32 in their order, pairs of them and keys of 64 bits as u64, else records of both.
// `repeat` as --repeat says, but at most five times, and a large input once.
Measurement measureCpu(const vksort::Ordering& ordering, std::optional<std::uint32_t> repeat, const Elements& elements);

}  // namespace bench
