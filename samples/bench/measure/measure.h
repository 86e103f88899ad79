// Timing of one size.
#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/algorithm.h"
#include "input/workload.h"

namespace bench {

struct Measurement {
  std::uint32_t dispatches = 0;
  double median_us = 0, min_us = 0, max_us = 0;  // GPU time; CPU time for the algorithm `cpu`
  double record_us = 0;                          // CPU time to record one sort, median
  bool verified = false;                         // the last repetition's output
};

// How many sorts are timed, and how many come before that are not.
struct Rounds {
  std::uint32_t warm_ups;
  std::uint32_t timed;
};
// As --repeat says, else 15, and 5 from 2^26 elements on.
Rounds roundsFor(std::optional<std::uint32_t> repeat, std::uint32_t count);

// Sorts of one submission. A few keep the clocks up; many would let a slow device run into a time-out.
std::uint32_t sortsPerSubmission(std::uint32_t count);

// Fills in the times.
void fill(Measurement& out, const std::vector<double>& microseconds);

// Sorts the input on the device, each time from a fresh copy, and reads the last result back. Random inputs are turned
// round differently from `first_round` on. Errors: a queue without timestamps, whatever the device returns.
Measurement measureDevice(const gpu::Device& device, Algorithm& algorithm, const Workload& workload, Rounds rounds,
                          std::uint32_t first_round = 0);

}  // namespace bench
