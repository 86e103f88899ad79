#include "tune.h"

#include <chrono>
#include <cmath>

#include "common/devices.h"
#include "common/on_threads.h"
#include "events.h"
#include "gpu/commands.h"
#include "timings.h"
#include "tune_compare.h"

namespace conform {
namespace {

using vksort::Algorithm, vksort::Payload, vksort::Tuning;

// For each of tuneSpaces(): in place, rank merge, radix sort.
constexpr std::uint32_t kGpuLog2[] = {12, 16, 22}, kSoftwareLog2[] = {9, 12, 14};
constexpr double kMinGain = 0.01;  // higher than in the benchmark, because there are fewer repetitions

class TuneSearch {
 public:
  TuneSearch(cases::Gpu& gpu, Payload payload, Json& found)
      : gpu_(gpu),
        target_{false, payload, vksort::Ties::stable, false, planDevice(gpu.device(), gpu.offered())},
        found_(found),
        table_(tuningOf(gpu.create(configurationOf(Algorithm::automatic), {}))),
        best_(table_) {}

  // Returns nothing if no search found a faster tuning.
  std::optional<Tuning> best() const { return changes(table_, best_).empty() ? std::nullopt : std::optional(best_); }

  // Does nothing if the algorithm cannot sort the count. Returns true if the search was complete.
  bool search(const TuneSpace& space, std::uint32_t count, const std::function<bool()>& stops) {
    const TuneComparison comparison(target_, table_, {count}, [this](const TuneSort& sort) { return time(sort); });
    if (comparison.countsOf(space).empty()) return true;
    const SpaceResult result =
        tuneSpace(comparison, space, best_, {.min_gain = kMinGain, .stops = stops}, [](const auto&) {});
    if (result.is_faster) best_ = result.search.best;
    const char* const name = sorterName(target_.payload);
    found_["sorters"][name] = {{"class", tuningSource(table_)}, {"best", tuningSource(best_)}};
    for (const TuneTimes& times : result.times)
      found_["searches"].push_back({{"sorter", name},
                                    {"algorithm", space.name},
                                    {"count", count},
                                    {"class_microseconds", rounded(times.a_us)},
                                    {"best_microseconds", rounded(result.is_faster ? times.b_us : times.a_us)},
                                    {"timed", result.search.candidates},
                                    {"refused", result.search.refused}});
    return result.search.complete;
  }

 private:
  cases::Configuration configurationOf(Algorithm algorithm) const {
    cases::Configuration of;
    of.payload = target_.payload;
    of.algorithm = algorithm;
    if (algorithm == Algorithm::bitonic) of.scratch = vksort::Scratch::never;
    return of;
  }

  std::optional<double> time(const TuneSort& sort) {
    try {
      const vksort::Sorter& sorter = sorterOf(sort);
      if (!elements_ || elements_->count() != sort.count) elements_.emplace(gpu_.device(), target_.payload, sort.count);
      const double median = elements_->time(sorter);
      if (elements_->isSorted()) return median;
      found_["wrong"].push_back(tuningSource(sort.tuning));
    } catch (const gpu::Error& error) {  // creation failed, or out of memory
      if (error.result() == VK_ERROR_DEVICE_LOST) throw;
    }
    return {};
  }

  const vksort::Sorter& sorterOf(const TuneSort& sort) {
    const std::pair name(sort.tuning, sort.algorithm);
    if (const auto found = sorters_.find(name); found != sorters_.end()) return found->second;
    constexpr std::size_t kMaxSorters = 8;
    if (sorters_.size() == kMaxSorters) sorters_.clear();
    cases::Configuration of = configurationOf(sort.algorithm);
    of.max_count = 2 * sort.count;  // so that rank merge also has the kernel of larger sorts
    vksort::Creation creation{};
    creation.parallel_for = {samples::onThreads, nullptr};
    vksort::Sorter made = gpu_.create(of, creation, &sort.tuning);
    samples::raiseClocks(gpu_.device());
    return sorters_[name] = std::move(made);
  }

  cases::Gpu& gpu_;
  const TuneTarget target_;
  Json& found_;
  const Tuning table_;
  Tuning best_;
  std::optional<TimedSort> elements_;
  std::map<std::pair<Tuning, Algorithm>, vksort::Sorter> sorters_;
};

}  // namespace

void searchTunings(cases::Gpu& gpu, double seconds) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  Json found = {
      {"budget_seconds", seconds}, {"sorters", Json::object()}, {"searches", Json::array()}, {"wrong", Json::array()}};
  const std::span<const TuneSpace> spaces = tuneSpaces();
  const bool software = gpu.device().properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  std::size_t left = 2 * spaces.size();
  bool is_complete = true;
  Tunings faster;
  for (const Payload payload : {Payload::none, Payload::index}) {
    TuneSearch search(gpu, payload, found);
    for (std::size_t i = 0; i < spaces.size(); ++i, --left) {
      // Each search gets an equal share of the remaining time.
      const double end = elapsed() + (seconds - elapsed()) / static_cast<double>(left);
      const auto stops = [&] { return elapsed() >= end; };
      const std::uint32_t log2 = software ? kSoftwareLog2[i] : kGpuLog2[i];
      is_complete = !stops() && search.search(spaces[i], 1u << log2, stops) && is_complete;
      found["seconds"] = rounded(elapsed());
      found["ended"] = "process ended";  // unless another event follows
      tell("tuning", {{"tuning", found}});
    }
    if (search.best()) faster[sorterName(payload)] = *search.best();
  }
  if (!faster.empty()) found["sorts"] = sortTimes(gpu, faster);
  found["ended"] = is_complete ? "complete" : "out of time";
  tell("tuning", {{"tuning", found}});
}

}  // namespace conform
