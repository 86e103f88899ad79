// Coordinate descent over the tunings of one algorithm. Knows no device.
#pragma once

#include <functional>
#include <optional>

#include "tune/tune_space.h"

namespace bench {

// Time of the candidate over that of the incumbent, geometric mean of all sizes: below 1 is better. 1 if they do the
// same, which costs nothing; nothing if the candidate cannot be used. `thorough`: the answer decides, not just sorts
// out.
using TuneCompare = std::function<std::optional<double>(const vksort::Tuning& candidate,
                                                        const vksort::Tuning& incumbent, bool thorough)>;

struct TuneLimits {
  std::uint32_t candidates = 120;  // that are timed
  std::uint32_t rounds = 3;        // over all axes
  double least_gain = 0.005;       // of the time; less is not told from noise
};

struct TuneStep {
  const char* axis;
  std::uint32_t round;              // from 1 on
  std::uint32_t candidates;         // timed so far
  std::optional<double> ratio;      // of what was taken
  const vksort::Tuning* incumbent;  // from here on
};

struct TuneResult {
  vksort::Tuning best;
  std::uint32_t candidates = 0;  // timed
  std::uint32_t refused = 0;     // not usable
  bool complete = true;          // false: the limit of candidates came first
};

// From `start`: each axis of the space in turn, until none gains. A candidate is taken if it wins twice by least_gain.
TuneResult searchTuning(const TuneSpace& space, const vksort::Tuning& start, const TuneLimits& limits,
                        const TuneCompare& compare, const std::function<void(const TuneStep&)>& progress);

}  // namespace bench
