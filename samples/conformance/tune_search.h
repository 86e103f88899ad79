// The search for a tuning: the members that change, the descent, and when a gain is taken. Knows no device.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vksort/sorts/sizes/tuning.h"

namespace conform {

// The members of `to` that are not as in `from`, as "tile_log2 12 -> 11, ..."; empty if there are none.
std::string changes(const vksort::Tuning& from, const vksort::Tuning& to);

// One member of a tuning, and the values that are tried.
struct TuneAxis {
  const char* name;
  std::size_t word;  // of the tuning
  std::span<const std::uint32_t> values;
  const char* kernel = "-";  // the beginning of the name of the kernel that it shapes, if the plan does not show that
};

// The members that one algorithm sorts by. Axes with the largest effect come first.
struct TuneSpace {
  const char* name;             // its passes begin with it, but for those in place
  vksort::Algorithm algorithm;  // that is forced
  std::span<const TuneAxis> axes;
};
// Together they change every member but registers_log2, which is compiled in, and radix_from.
std::span<const TuneSpace> tuneSpaces();

// What the plan of a sort depends on.
struct TuneTarget {
  bool wide;  // 64-bit keys
  vksort::Payload payload;
  vksort::Ties ties;
  bool baseline;
  vksort::PlanDevice device{};
};
// Returns the tuning in C++, as engine/vksort/sorts/sizes/rows.cpp contains it: "{.registers_log2 = 4, ..}".
std::string tuningSource(const vksort::Tuning& tuning);
// Whether the target takes the tuning.
bool takes(const TuneTarget& target, const vksort::Tuning& tuning);
// Whether `count` elements are sorted by the algorithm of the space if `asked` is. In place every count is.
bool sorts(const TuneTarget& target, const TuneSpace& space, const vksort::Tuning& tuning, std::uint32_t count,
           vksort::Algorithm asked);
// Whether sorts of `count` elements by the two run other kernels. The target must take both.
bool differ(const TuneTarget& target, const TuneSpace& space, const vksort::Tuning& a, const vksort::Tuning& b,
            std::uint32_t count);

// Time of the candidate over that of the incumbent, geometric mean of all sizes: below 1 is better. 1 if they do the
// same, which costs nothing; nothing if the candidate cannot be used. `thorough`: a candidate is about to be taken.
using TuneCompare = std::function<std::optional<double>(const vksort::Tuning& candidate,
                                                        const vksort::Tuning& incumbent, bool thorough)>;

struct TuneLimits {
  std::uint32_t candidates = 120;  // that are timed
  std::uint32_t rounds = 3;        // over all axes
  double min_gain = 0.005;         // of the time; less may be noise
  std::function<bool()> stops{};   // asked before each candidate; none: never
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
  bool complete = true;          // false: a limit came first
};

// Coordinate descent from `start`: each axis of the space in turn, until none gains. A candidate is taken if it wins
// twice by min_gain.
TuneResult searchTuning(const TuneSpace& space, const vksort::Tuning& start, const TuneLimits& limits,
                        const TuneCompare& compare, const std::function<void(const TuneStep&)>& progress);

// Median microseconds of two sorts of one size.
struct TuneTimes {
  std::uint32_t count = 0;
  double a_us = 0, b_us = 0;
};

}  // namespace conform
