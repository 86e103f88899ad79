#include "tune/tune.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include "command_line/tuning_option.h"
#include "files/whole_file.h"
#include "input/words.h"
#include "program/program.h"
#include "session/plan.h"
#include "tune/tune_crossover.h"
#include "tune/tune_device.h"
#include "tune/tune_report.h"
#include "tune/tune_search.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

// Progress, a line for each axis.
class Steps {
 public:
  explicit Steps(const vksort::Tuning& start) : incumbent_(start) {}

  void operator()(const TuneStep& step) {
    const std::chrono::duration<double> since_start = Clock::now() - start_;
    std::printf("%4.0f s  round %u  %3u timed  %s", since_start.count(), step.round, step.candidates, step.axis);
    if (step.ratio) {
      std::printf(": %.1f %% less with %s", 100 * (1 - *step.ratio), changes(incumbent_, *step.incumbent).c_str());
    }
    std::printf("\n");
    samples::requireWritten(stdout);
    incumbent_ = *step.incumbent;
  }

 private:
  vksort::Tuning incumbent_;
  Clock::time_point start_ = Clock::now();
};

std::string driverVersion(const VkPhysicalDeviceProperties& properties) {
  const std::uint32_t version = properties.driverVersion;
  constexpr std::uint32_t kNvidia = 0x10de;  // packs it in its own way
  if (properties.vendorID == kNvidia) return std::to_string(version >> 22) + "." + std::to_string(version >> 14 & 255);
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version)) + "." +
         std::to_string(VK_API_VERSION_PATCH(version));
}

// How to run the same again, in a few words.
std::string describe(const vksort::Ordering& ordering, const std::vector<std::uint32_t>& counts) {
  std::string words = "keys " + wordOf(ordering.key_type);
  if (ordering.payload != vksort::Payload::none) words += ", payload " + payloadWord(ordering.payload);
  if (ordering.payload == vksort::Payload::interleaved) words += ", interleaved";
  return words + ", " + std::to_string(counts.front()) + " to " + std::to_string(counts.back()) + " elements";
}

// Sets from how many elements on the tuning sorts by radix, if that is another number than now, and says so.
void tuneCrossover(TuneDevice& timed, const std::vector<std::uint32_t>& sizes, vksort::Tuning& tuning) {
  const auto [least, most] = std::ranges::minmax(sizes);
  const std::vector<std::uint32_t> counts = crossoverCounts(least, most);
  if (!timed.isSortedByRadix(tuning, most)) {
    std::printf("The radix sort cannot sort these.\n\n");
    return;
  }
  std::vector<TuneDevice::Times> times;
  const std::optional<std::uint32_t> found = findCrossover(counts, [&](std::uint32_t count) {
    const std::optional<TuneDevice::Times> both = timed.timesWithScratch(tuning, count);
    if (both) times.push_back(*both);
    return both;
  });
  std::printf("%s\n", scratchComparison(times).c_str());
  if (found) {
    std::printf("With scratch memory the radix sort is faster from %u elements on; ", *found);
  } else {
    std::printf("With scratch memory the radix sort is not faster at %u elements; ", most);
  }
  const std::optional<std::uint32_t> now = timed.radixFrom(tuning, counts);
  vksort::Tuning better = tuning;
  better.radix_from = radixFrom(found, most);
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

}  // namespace

int run(const gpu::Device& device, const TuneOptions& options) {
  const Common& common = options.common;
  const Plan plan = makePlan(device, common.configuration, common.sizes);
  std::optional<samples::WholeFile> file;
  if (!options.save_tuning.empty()) file.emplace("--save-tuning", options.save_tuning);
  std::vector<std::uint32_t> counts;
  for (const Point& point : plan.points) counts.push_back(point.count);

  TuneDevice timed(device, common.configuration, common.repeat, counts);
  const std::string sorted = describe(common.configuration.input.ordering, counts);
  const VkPhysicalDeviceProperties& properties = device.properties().core;
  std::printf("device: %s; %s\n", properties.deviceName, sorted.c_str());
  std::printf("table:  %s\n\n", textOf(timed.start()).c_str());
  const auto compare = [&](const vksort::Tuning& candidate, const vksort::Tuning& incumbent, bool thorough) {
    return timed.compare(candidate, incumbent, thorough);
  };
  const TuneLimits limits;
  Steps steps(timed.start());
  TuneResult result = searchTuning(timed.start(), limits, compare, [&](const TuneStep& step) { steps(step); });

  std::vector<TuneDevice::Times> times = timed.times(timed.start(), result.best);
  std::printf("\n%u tunings timed, %u of no use to the device%s\n\n%s\n", result.candidates, result.refused,
              result.complete ? "" : ", the rest left out", comparison(times).c_str());
  // Small gains may have been luck, each of them; together they must be there when all is timed anew.
  if (meanRatio(times) > 1 - limits.least_gain) result.best = timed.start();
  const double gain = changes(timed.start(), result.best).empty() ? 0 : 100 * (1 - meanRatio(times));
  timed.dropElements();  // room for scratch memory
  try {
    tuneCrossover(timed, counts, result.best);
  } catch (const gpu::Error& error) {
    std::fprintf(stderr, "vksort-bench: where the radix sort is faster was not found: %s\n", error.what());
  }
  const std::string changed = changes(timed.start(), result.best);
  if (changed.empty()) {
    std::printf("Nothing is faster than the table's choice by %.1f %%.\n\n", 100 * limits.least_gain);
  } else {
    std::printf("Changed: %s\n\n", changed.c_str());
  }
  std::printf(
      "Row for engine/vksort/bitonic/tuning_table.cpp:\n    // %s, driver %s: %.1f %% less time, %s.\n    %s\n\n",
      properties.deviceName, driverVersion(properties).c_str(), gain, sorted.c_str(),
      rowSource(timed.target(), result.best).c_str());
  std::printf("Text for --tuning and vksort::parseTuning():\n%s\n", textOf(result.best).c_str());
  samples::requireWritten(stdout);
  if (file) {
    file->write(textOf(result.best) + "\n");
    file->finish();
  }
  if (!timed.allVerified()) std::fprintf(stderr, "vksort-bench: a result was not sorted\n");
  return timed.allVerified() ? 0 : 1;
}

}  // namespace bench
