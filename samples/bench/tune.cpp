// `vksort-bench tune`: the search for a tuning on a device, and what it prints.
#include <cmath>

#include "bench/commands.h"
#include "bench/tune_search.h"
#include "gpu/commands.h"
#include "program/program.h"

namespace bench {
namespace {

using vksort::Tuning;
using SizeTimes = std::vector<TuneTimes>;

constexpr std::uint32_t kThoroughPasses = 3;

gpu::Owned<VkPipelineCache> makeCache(const gpu::Device& device) {
  const VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, nullptr, 0, 0, nullptr};
  VkPipelineCache cache = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreatePipelineCache(device.handle(), &info, nullptr, &cache), "pipeline cache");
  return {device.handle(), cache, device.vk.vkDestroyPipelineCache};
}

// Geometric mean of b_us / a_us; 1 for none.
double meanRatio(const SizeTimes& times) {
  double logs = 0;
  for (const TuneTimes& each : times) logs += std::log(each.b_us / each.a_us);
  return times.empty() ? 1 : std::exp(logs / static_cast<double>(times.size()));
}

// Compares tunings on a device.
class TuneDevice {
 public:
  // The elements of the sizes are on the device until they are dropped. Errors: as measureDevice().
  TuneDevice(const gpu::Device& device, const Options& options, const std::vector<std::uint32_t>& counts)
      : device_(device),
        configuration_(options.configuration),
        repeat_(options.repeat.value_or(9)),
        cache_(makeCache(device)),
        target_{configuration_.input.isWide(), configuration_.input.ordering.payload, configuration_.input.ties,
                configuration_.baseline, planDevice(device)} {
    configuration_.algorithm = vksort::Algorithm::bitonic;
    auto table = std::make_unique<Vksort>(device_, configuration_, cache_.get());
    start_ = vksort::getTuning(table->sorter());
    sorts_[{textOf(start_), configuration_.algorithm}] = std::move(table);
    // A candidate needs the kernels of the timed sorts alone.
    if (configuration_.max_count == 0) configuration_.max_count = std::ranges::max(counts);
    for (const std::uint32_t count : counts) workloads_.push_back(makeWorkload(count));
  }

  // What the table has for the device.
  const Tuning& start() const { return start_; }
  const TuneTarget& target() const { return target_; }
  bool allVerified() const { return all_verified_; }

  // The sizes at which the library takes the algorithm of the space. If there are none, as on software, those that the
  // algorithm can sort.
  std::vector<const Workload*> workloadsOf(const TuneSpace& space) const {
    std::vector<const Workload*> list;
    for (const vksort::Algorithm asked : {vksort::Algorithm::automatic, space.algorithm}) {
      for (const auto& workload : workloads_) {
        if (sorts(target_, space, start_, workload->count(), asked)) list.push_back(workload.get());
      }
      if (!list.empty()) break;
    }
    return list;
  }

  // Both sorts of every size of the space; without `times_equal` not where the two do the same. None if a result was
  // not sorted.
  SizeTimes times(const TuneSpace& space, const Tuning& a, const Tuning& b, std::uint32_t passes, bool times_equal) {
    SizeTimes list;
    for (const Workload* const workload : workloadsOf(space)) {
      if (!times_equal && !differ(target_, space, a, b, workload->count())) {
        list.push_back({workload->count(), 1, 1});
        continue;
      }
      const std::optional<TuneTimes> both =
          timesOf(*workload, sort(a, space.algorithm), sort(b, space.algorithm), passes);
      if (!both) return {};
      list.push_back(*both);
    }
    return list;
  }

  // As TuneCompare. Sizes at which the two do the same count as equal and are not timed.
  std::optional<double> compare(const TuneSpace& space, const Tuning& candidate, const Tuning& incumbent,
                                bool thorough) {
    const auto sorts_it = [&](const Workload* each) {
      return sorts(target_, space, candidate, each->count(), space.algorithm);
    };
    if (!takes(target_, candidate) || !std::ranges::all_of(workloadsOf(space), sorts_it)) return {};
    const SizeTimes list = times(space, incumbent, candidate, thorough ? kThoroughPasses : 1, false);
    return list.empty() ? std::nullopt : std::optional(meanRatio(list));
  }

  // After this none of the sizes can be compared or timed.
  void dropElements() { workloads_.clear(); }

  // By rank merge, or in place where that cannot, and by the radix sort, which must be able to. Nothing if a result was
  // not sorted. Errors: gpu::Error, such as too little memory.
  std::optional<TuneTimes> timesWithScratch(const Tuning& tuning, std::uint32_t count) {
    Vksort* const other = sort(tuning, vksort::Algorithm::rank);
    Vksort* const radix = sort(tuning, vksort::Algorithm::radix);
    return timesOf(*makeWorkload(count), other, radix, kThoroughPasses);
  }

  // The smallest of the counts that the tuning sorts by radix; they must ascend. Nothing if there is none.
  std::optional<std::uint32_t> radixFrom(const Tuning& tuning, const std::vector<std::uint32_t>& counts) {
    Vksort* const automatic = sort(tuning, vksort::Algorithm::automatic);
    if (!automatic) return {};
    const auto first = std::ranges::find_if(counts, [&](std::uint32_t count) {
      const auto passes = passesOf(automatic->sorter(), planInfo(configuration_, count, true));
      return !passes.empty() && std::string_view(passes[0].name).starts_with("radix");
    });
    return first == counts.end() ? std::nullopt : std::optional(*first);
  }

 private:
  std::unique_ptr<Workload> makeWorkload(std::uint32_t count) const {
    const Input& input = configuration_.input;
    return std::make_unique<Workload>(device_, input, makeInput(input, count), count);
  }

  // In place, or by an algorithm in scratch memory. Null if the driver cannot make its kernels.
  Vksort* sort(const Tuning& tuning, vksort::Algorithm algorithm) {
    std::unique_ptr<Vksort>& made = sorts_[{textOf(tuning), algorithm}];
    if (made != nullptr) return made.get();
    configuration_.tuning = tuning;
    configuration_.algorithm = algorithm;
    const bool in_place = algorithm == vksort::Algorithm::bitonic;
    configuration_.scratch = in_place ? vksort::Scratch::never : vksort::Scratch::optional;
    try {
      made = std::make_unique<Vksort>(device_, configuration_, cache_.get());
    } catch (const gpu::Error& error) {
      std::fprintf(stderr, "%s: %s\n", textOf(tuning).c_str(), error.what());
      return nullptr;
    }
    gpu::raiseClocks(device_);
    return made.get();
  }

  std::optional<double> time(const Workload& workload, Vksort& sort) {
    constexpr double kResolution = 0.001;  // microseconds
    const Rounds rounds{2, repeat_};
    const Measurement measured = measureDevice(device_, sort, workload, rounds, round_);
    round_ += rounds.warm_ups + rounds.timed;
    if (measured.verified) return std::max(measured.median_us, kResolution);
    all_verified_ = false;
    std::fprintf(stderr, "%s: %u elements were not sorted\n", textOf(vksort::getTuning(sort.sorter())).c_str(),
                 workload.count());
    return {};
  }

  // Both in turn, so that clocks that change are shared. Nothing if a result was not sorted, or a sort is missing.
  std::optional<TuneTimes> timesOf(const Workload& workload, Vksort* a, Vksort* b, std::uint32_t passes) {
    if (!a || !b) return {};
    TuneTimes times{.count = workload.count()};
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
      const std::optional<double> a_us = time(workload, *a), b_us = time(workload, *b);
      if (!a_us || !b_us) return {};
      times.a_us += *a_us / passes;
      times.b_us += *b_us / passes;
    }
    return times;
  }

  const gpu::Device& device_;
  Configuration configuration_;
  std::uint32_t repeat_;  // sorts of each size and comparison
  gpu::Owned<VkPipelineCache> cache_;
  TuneTarget target_;
  Tuning start_;
  std::vector<std::unique_ptr<Workload>> workloads_;
  std::map<std::pair<std::string, vksort::Algorithm>, std::unique_ptr<Vksort>> sorts_;
  std::uint32_t round_ = 0;  // every timed sort has an input of its own
  bool all_verified_ = true;
};

// A line for each size, with the share of the time that b saves.
void printTimes(const char* a, const char* b, const SizeTimes& times) {
  std::printf("%10s %12s %12s %8s\n", "n", a, b, "gain");
  for (const TuneTimes& each : times)
    std::printf("%10u %12.2f %12.2f %7.1f%%\n", each.count, each.a_us, each.b_us, 100 * (1 - each.b_us / each.a_us));
}

std::string driverVersion(const VkPhysicalDeviceProperties& properties) {
  const std::uint32_t version = properties.driverVersion;
  constexpr std::uint32_t kNvidia = 0x10de;  // packs it in its own way
  if (properties.vendorID == kNvidia) return std::to_string(version >> 22) + "." + std::to_string(version >> 14 & 255);
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version)) + "." +
         std::to_string(VK_API_VERSION_PATCH(version));
}

// How to run the same again, in a few words.
std::string describe(const vksort::Ordering& ordering, const std::vector<std::uint32_t>& counts) {
  std::string words = "keys " + wordOf(kKeyTypes, ordering.key_type);
  if (ordering.payload != vksort::Payload::none) words += ", payload " + payloadWord(ordering.payload);
  if (ordering.payload == vksort::Payload::interleaved) words += ", interleaved";
  return words + ", " + std::to_string(counts.front()) + " to " + std::to_string(counts.back()) + " elements";
}

// Finds from how many elements on the radix sort is faster. Sets radix_from if the tuning has another number.
void tuneCrossover(TuneDevice& timed, const std::vector<std::uint32_t>& sizes, Tuning& tuning) {
  const auto [min, max] = std::ranges::minmax(sizes);
  const std::vector<std::uint32_t> counts = crossoverCounts(min, max);
  SizeTimes times;
  const std::optional<std::uint32_t> found = findCrossover(counts, [&](std::uint32_t count) {
    const std::optional<TuneTimes> both = timed.timesWithScratch(tuning, count);
    if (both) times.push_back(*both);
    return both;
  });
  std::ranges::sort(times, {}, &TuneTimes::count);
  printTimes("others us", "radix us", times);
  if (found) {
    std::printf("\nWith scratch memory the radix sort is faster from %u elements on; ", *found);
  } else {
    std::printf("\nWith scratch memory the radix sort is not faster at %u elements; ", max);
  }
  const std::optional<std::uint32_t> now = timed.radixFrom(tuning, counts);
  Tuning better = tuning;
  better.radix_from = found.value_or(max + 1);  // 0 leaves it to vksort
  if (found == now) {
    std::printf("the table has the same.\n\n");
  } else if (timed.radixFrom(better, counts) == found) {
    std::printf("the table has it %s.\n\n",
                now ? ("from " + std::to_string(*now) + " on").c_str() : "for none of these");
    tuning = better;
  } else {
    std::printf("a tuning does not decide that for these ties.\n\n");
  }
}

// Searches the members of one algorithm. SizeTimes the result anew, as each small gain may have been luck, and keeps it
// if it is still faster. Returns what the row's comment says of the algorithm.
std::string tuneSpace(TuneDevice& timed, const TuneSpace& space, Tuning& tuning) {
  if (timed.workloadsOf(space).empty()) {
    std::printf("%s: cannot sort these\n\n", space.name);
    return std::string(space.name) + " not measured";
  }
  std::printf("%s:\n", space.name);
  const auto compare = [&](const Tuning& candidate, const Tuning& incumbent, bool thorough) {
    return timed.compare(space, candidate, incumbent, thorough);
  };
  const TuneLimits limits;
  Tuning incumbent = tuning;
  const auto start = std::chrono::steady_clock::now();
  const auto progress = [&](const TuneStep& step) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%4.0f s  round %u  %3u timed  %s", seconds.count(), step.round, step.candidates, step.axis);
    if (step.ratio)
      std::printf(": %.1f %% less with %s", 100 * (1 - *step.ratio), changes(incumbent, *step.incumbent).c_str());
    std::printf("\n");
    samples::requireWritten(stdout);
    incumbent = *step.incumbent;
  };
  const TuneResult result = searchTuning(space, tuning, limits, compare, progress);
  const SizeTimes times = timed.times(space, tuning, result.best, kThoroughPasses, true);
  const double ratio = meanRatio(times);
  std::printf("\n%u tunings timed, %u of no use to the device%s\n\n", result.candidates, result.refused,
              result.complete ? "" : ", the rest left out");
  printTimes("table us", "tuned us", times);
  std::printf("%10s %25s %7.1f%%\n\n", "all", "", 100 * (1 - ratio));
  const bool is_faster = ratio <= 1 - limits.min_gain;
  const double gain = is_faster && !changes(tuning, result.best).empty() ? 100 * (1 - ratio) : 0;
  if (is_faster) tuning = result.best;
  char words[64];
  std::snprintf(words, sizeof words, "%s %.1f %% less time", space.name, gain);
  return words;
}

}  // namespace

int runTune(const gpu::Device& device, const Options& options) {
  const Plan plan = makePlan(device, options);
  std::optional<samples::WholeFile> file;
  if (!options.save_tuning.empty()) file.emplace("--save-tuning", options.save_tuning);
  std::vector<std::uint32_t> counts;
  for (const Point& point : plan.points) counts.push_back(point.count);

  TuneDevice timed(device, options, counts);
  const std::string sorted = describe(options.configuration.input.ordering, counts);
  const VkPhysicalDeviceProperties& properties = device.properties().core;
  std::printf("device: %s; %s\n", properties.deviceName, sorted.c_str());
  std::printf("table:  %s\n\n", textOf(timed.start()).c_str());
  Tuning best = timed.start();
  std::string gains;
  for (const TuneSpace& space : tuneSpaces()) gains += tuneSpace(timed, space, best) + ", ";
  const bool has_radix = !timed.workloadsOf(tuneSpaces().back()).empty();
  timed.dropElements();  // room for scratch memory
  try {
    if (has_radix) tuneCrossover(timed, counts, best);
  } catch (const gpu::Error& error) {
    std::fprintf(stderr, "vksort-bench: where the radix sort is faster was not found: %s\n", error.what());
  }
  const std::string changed = changes(timed.start(), best);
  std::printf("Changed: %s\n\n", changed.empty() ? "nothing, the table's choice is as fast" : changed.c_str());
  std::printf("Tuning for engine/vksort/tuning/rows.cpp:\n    // %s (0x%x), driver %s: %s%s.\n    %s\n\n",
              properties.deviceName, properties.vendorID, driverVersion(properties).c_str(), gains.c_str(),
              sorted.c_str(), tuningSource(best).c_str());
  std::printf("Text for --tuning and vksort::parseTuning():\n%s\n", textOf(best).c_str());
  samples::requireWritten(stdout);
  if (file) {
    file->write(textOf(best) + "\n");
    file->finish();
  }
  return exitCode(timed.allVerified());
}

}  // namespace bench
