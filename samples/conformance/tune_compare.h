// Compares tunings by the times of sorts, and searches the members of one algorithm. The caller times the sorts.
#pragma once

#include "gpu/device.h"
#include "tune_search.h"

namespace conform {

// The device in the terms of vksort::plan(). `enabled`: as in vksort::Device.
vksort::PlanDevice planDevice(const gpu::Device& device, vksort::Features enabled);

// A sort of `count` elements by a tuning, with the algorithm forced. Returns median microseconds, above 0; nothing if
// the sort cannot be created, or its result is not sorted.
struct TuneSort {
  const vksort::Tuning& tuning;
  vksort::Algorithm algorithm;
  std::uint32_t count;
};
using TimeSort = std::function<std::optional<double>(const TuneSort& sort)>;

// Geometric mean of b_us / a_us; 1 for none.
double meanRatio(const std::vector<TuneTimes>& times);

// Both in turn, so that clocks that change are shared: `passes` times, the mean of them. Nothing if either has no time.
std::optional<TuneTimes> timeInTurn(const TimeSort& time, const TuneSort& a, const TuneSort& b, std::uint32_t passes);

inline constexpr std::uint32_t kThoroughPasses = 3;

class TuneComparison {
 public:
  // `table`: the tuning that the library takes for the target.
  TuneComparison(const TuneTarget& target, const vksort::Tuning& table, std::vector<std::uint32_t> counts,
                 TimeSort time);

  const TuneTarget& target() const { return target_; }
  const vksort::Tuning& table() const { return table_; }

  // The counts at which the library takes the algorithm of the space. If there are none, as on software, those that the
  // algorithm can sort.
  std::vector<std::uint32_t> countsOf(const TuneSpace& space) const;

  // Both sorts of every count of the space; without `times_equal` not where the two do the same. None if a result was
  // not sorted.
  std::vector<TuneTimes> times(const TuneSpace& space, const vksort::Tuning& a, const vksort::Tuning& b,
                               std::uint32_t passes, bool times_equal) const;

  // As TuneCompare. Counts at which the two do the same are equal and not timed.
  std::optional<double> compare(const TuneSpace& space, const vksort::Tuning& candidate,
                                const vksort::Tuning& incumbent, bool thorough) const;

 private:
  TuneTarget target_;
  vksort::Tuning table_;
  std::vector<std::uint32_t> counts_;
  TimeSort time_;
};

// What the search of a space found.
struct SpaceResult {
  TuneResult search;
  std::vector<TuneTimes> times;  // of the start and of the best, taken anew: each small gain may have been luck
  double ratio = 1;              // their mean
  bool is_faster = false;        // the best is another tuning, and still faster by TuneLimits::min_gain
};
SpaceResult tuneSpace(const TuneComparison& comparison, const TuneSpace& space, const vksort::Tuning& start,
                      const TuneLimits& limits, const std::function<void(const TuneStep&)>& progress);

}  // namespace conform
