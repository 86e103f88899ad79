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
  better.radix_from = found.value_or(most + 1);  // 0 leaves it to vksort
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

// Searches the members of one algorithm, and keeps what is faster once more when all is timed anew: small gains may
// have been luck, each of them. Returns what the row's comment says of the algorithm.
std::string tuneSpace(TuneDevice& timed, const TuneSpace& space, vksort::Tuning& tuning) {
  if (timed.workloadsOf(space).empty()) {
    std::printf("%s: cannot sort these\n\n", space.name);
    return std::string(space.name) + " not measured";
  }
  std::printf("%s:\n", space.name);
  const auto compare = [&](const vksort::Tuning& candidate, const vksort::Tuning& incumbent, bool thorough) {
    return timed.compare(space, candidate, incumbent, thorough);
  };
  const TuneLimits limits;
  vksort::Tuning incumbent = tuning;
  const auto start = std::chrono::steady_clock::now();
  const auto progress = [&](const TuneStep& step) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%4.0f s  round %u  %3u timed  %s", seconds.count(), step.round, step.candidates, step.axis);
    if (step.ratio) {
      std::printf(": %.1f %% less with %s", 100 * (1 - *step.ratio), changes(incumbent, *step.incumbent).c_str());
    }
    std::printf("\n");
    samples::requireWritten(stdout);
    incumbent = *step.incumbent;
  };
  const TuneResult result = searchTuning(space, tuning, limits, compare, progress);
  const std::vector<TuneDevice::Times> times =
      timed.times(space, tuning, result.best, TuneDevice::kThoroughPasses, true);
  std::printf("\n%u tunings timed, %u of no use to the device%s\n\n%s\n", result.candidates, result.refused,
              result.complete ? "" : ", the rest left out", comparison(times).c_str());
  const bool is_faster = meanRatio(times) <= 1 - limits.least_gain;
  const double gain = is_faster && !changes(tuning, result.best).empty() ? 100 * (1 - meanRatio(times)) : 0;
  if (is_faster) tuning = result.best;
  char words[64];
  std::snprintf(words, sizeof words, "%s %.1f %% less time", space.name, gain);
  return words;
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
  vksort::Tuning best = timed.start();
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
  std::printf("Row for engine/vksort/tuning/rows.cpp:\n    // %s, driver %s: %s%s.\n    %s\n\n", properties.deviceName,
              driverVersion(properties).c_str(), gains.c_str(), sorted.c_str(),
              rowSource(timed.target(), best).c_str());
  std::printf("Text for --tuning and vksort::parseTuning():\n%s\n", textOf(best).c_str());
  samples::requireWritten(stdout);
  if (file) {
    file->write(textOf(best) + "\n");
    file->finish();
  }
  if (!timed.allVerified()) std::fprintf(stderr, "vksort-bench: a result was not sorted\n");
  return timed.allVerified() ? 0 : 1;
}

}  // namespace bench
