#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vksort/sorts/sizes/tuning.h"

namespace conform {

// Returns the changed members, such as "tile_log2 12 -> 11, ...".
std::string changes(const vksort::Tuning& from, const vksort::Tuning& to);

struct TuneAxis {
  const char* name;
  std::size_t word;
  std::span<const std::uint32_t> values;
  const char* kernel = "-";  // prefix of the kernel that it shapes, if the plan does not show this
};

// Axes with the largest effect come first.
struct TuneSpace {
  const char* name;  // prefix of its passes, except in place
  vksort::Algorithm algorithm;
  std::span<const TuneAxis> axes;
};
// Includes every member except registers_log2, which is compiled in, and radix_from.
std::span<const TuneSpace> tuneSpaces();

struct TuneTarget {
  bool wide;
  vksort::Payload payload;
  vksort::Ties ties;
  bool baseline;
  vksort::PlanDevice device{};
};
// Returns C++ code, as in engine/vksort/sorts/sizes/rows.cpp.
std::string tuningSource(const vksort::Tuning& tuning);
bool takes(const TuneTarget& target, const vksort::Tuning& tuning);
// Returns true if `asked` sorts the count with the algorithm of the space. Bitonic supports every count.
bool sorts(const TuneTarget& target, const TuneSpace& space, const vksort::Tuning& tuning, std::uint32_t count,
           vksort::Algorithm asked);
// Returns true if the two sorts run different kernels. The target must support both.
bool differ(const TuneTarget& target, const TuneSpace& space, const vksort::Tuning& a, const vksort::Tuning& b,
            std::uint32_t count);

// Returns the time of the candidate relative to the incumbent, as a geometric mean of all sizes. 1 means equal kernels.
// Returns nothing if the candidate cannot be used. `thorough` is true before it is accepted.
using TuneCompare = std::function<std::optional<double>(const vksort::Tuning& candidate,
                                                        const vksort::Tuning& incumbent, bool thorough)>;

struct TuneLimits {
  std::uint32_t candidates = 120;  // maximum number to time
  std::uint32_t rounds = 3;
  double min_gain = 0.005;  // share of the time; smaller gains can be noise
  std::function<bool()> stops{};
};

struct TuneStep {
  const char* axis;
  std::uint32_t round;  // starts at 1
  std::uint32_t candidates;
  std::optional<double> ratio;
  const vksort::Tuning* incumbent;  // tuning after this step
};

struct TuneResult {
  vksort::Tuning best;
  std::uint32_t candidates = 0;
  std::uint32_t refused = 0;  // rejected by the target
  bool complete = true;       // false if a limit was reached
};

// Coordinate descent from `start`, until no axis improves the time. A candidate must be faster by min_gain twice.
TuneResult searchTuning(const TuneSpace& space, const vksort::Tuning& start, const TuneLimits& limits,
                        const TuneCompare& compare, const std::function<void(const TuneStep&)>& progress);

struct TuneTimes {
  std::uint32_t count = 0;
  double a_us = 0, b_us = 0;
};

}  // namespace conform
