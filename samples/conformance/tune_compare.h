// The caller times the sorts.
#pragma once

#include "gpu/device.h"
#include "tune_search.h"

namespace conform {

// `enabled` is vksort::Device::enabled_features.
vksort::PlanDevice planDevice(const gpu::Device& device, vksort::Features enabled);

// Returns the median in microseconds, above 0, or nothing if the sort fails or its result is not sorted.
struct TuneSort {
  const vksort::Tuning& tuning;
  vksort::Algorithm algorithm;
  std::uint32_t count;
};
using TimeSort = std::function<std::optional<double>(const TuneSort& sort)>;

// Geometric mean of b_us / a_us, or 1 without times.
double meanRatio(const std::vector<TuneTimes>& times);

// Alternates between both sorts, so that changes of the clock affect both. Returns means of `passes` times.
std::optional<TuneTimes> timeInTurn(const TimeSort& time, const TuneSort& a, const TuneSort& b, std::uint32_t passes);

inline constexpr std::uint32_t kThoroughPasses = 3;

class TuneComparison {
 public:
  // `table` is the library's tuning for the target.
  TuneComparison(const TuneTarget& target, const vksort::Tuning& table, std::vector<std::uint32_t> counts,
                 TimeSort time);

  const TuneTarget& target() const { return target_; }
  const vksort::Tuning& table() const { return table_; }

  // Returns the counts for which the library chooses the algorithm, or if there are none, as on software drivers, the
  // counts that it can sort.
  std::vector<std::uint32_t> countsOf(const TuneSpace& space) const;

  // Skips equal sorts unless `times_equal`. Returns nothing if a result was not sorted.
  std::vector<TuneTimes> times(const TuneSpace& space, const vksort::Tuning& a, const vksort::Tuning& b,
                               std::uint32_t passes, bool times_equal) const;

  // A TuneCompare. Equal sorts are not timed.
  std::optional<double> compare(const TuneSpace& space, const vksort::Tuning& candidate,
                                const vksort::Tuning& incumbent, bool thorough) const;

 private:
  TuneTarget target_;
  vksort::Tuning table_;
  std::vector<std::uint32_t> counts_;
  TimeSort time_;
};

struct SpaceResult {
  TuneResult search;
  std::vector<TuneTimes> times;  // start and best, measured again, because a small gain can be luck
  double ratio = 1;
  bool is_faster = false;  // the best tuning is still faster by TuneLimits::min_gain
};
SpaceResult tuneSpace(const TuneComparison& comparison, const TuneSpace& space, const vksort::Tuning& start,
                      const TuneLimits& limits, const std::function<void(const TuneStep&)>& progress);

}  // namespace conform
