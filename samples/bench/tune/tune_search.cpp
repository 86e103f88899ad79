#include "tune/tune_search.h"

#include <set>
#include <string>

#include "command_line/tuning_option.h"

namespace bench {
namespace {

using vksort::Tuning;

class Search {
 public:
  Search(const TuneLimits& limits, const TuneCompare& compare, TuneResult& result)
      : limits_(limits), compare_(compare), result_(result) {
    seen_.insert(textOf(result.best));
  }

  bool spent() const { return result_.candidates >= limits_.candidates; }

  // The ratio of what was taken, if anything was.
  std::optional<double> along(const TuneAxis& axis) {
    std::optional<Tuning> best;
    double best_ratio = 1 - limits_.least_gain;
    for (const Tuning& candidate : others(axis, result_.best)) {
      // What lost to an earlier incumbent loses to a better one.
      if (!seen_.insert(textOf(candidate)).second) continue;
      if (spent()) {
        result_.complete = false;
        break;
      }
      const std::optional<double> ratio = compare_(candidate, result_.best, false);
      if (!ratio) ++result_.refused;
      if (ratio && *ratio != 1) ++result_.candidates;
      if (!ratio || *ratio > best_ratio) continue;
      best = candidate;
      best_ratio = *ratio;
    }
    if (!best) return {};
    const std::optional<double> ratio = compare_(*best, result_.best, true);
    if (!ratio || *ratio > 1 - limits_.least_gain) return {};
    result_.best = *best;
    return ratio;
  }

 private:
  const TuneLimits& limits_;
  const TuneCompare& compare_;
  TuneResult& result_;
  std::set<std::string> seen_;
};

}  // namespace

TuneResult searchTuning(const TuneSpace& space, const Tuning& start, const TuneLimits& limits,
                        const TuneCompare& compare, const std::function<void(const TuneStep&)>& progress) {
  TuneResult result{start};
  Search search(limits, compare, result);
  bool gained = true;
  for (std::uint32_t round = 1; gained && round <= limits.rounds; ++round) {
    gained = false;
    for (const TuneAxis& axis : space.axes) {
      const std::optional<double> ratio = search.along(axis);
      gained |= ratio.has_value();
      progress({axis.name, round, result.candidates, ratio, &result.best});
      if (!result.complete) return result;
    }
  }
  return result;
}

}  // namespace bench
