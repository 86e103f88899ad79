// `vksort-bench tune`: the search for a tuning on a device, and what it prints.
#include <stdexcept>

#include "bench/commands.h"
#include "files/plain_file.h"
#include "gpu/commands.h"
#include "program/program.h"
#include "tune/compare.h"

namespace bench {
namespace {

using samples::SpaceResult, samples::TuneComparison, samples::TuneSort, samples::TuneSpace, samples::TuneTimes;
using samples::textOf;
using vksort::Tuning;
using SizeTimes = std::vector<TuneTimes>;

gpu::Owned<VkPipelineCache> makeCache(const gpu::Device& device) {
  const VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, nullptr, 0, 0, nullptr};
  VkPipelineCache cache = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreatePipelineCache(device.handle(), &info, nullptr, &cache), "pipeline cache");
  return {device.handle(), cache, device.vk.vkDestroyPipelineCache};
}

// Times tunings on a device.
class TuneDevice {
 public:
  // The elements of the sizes are on the device until they are dropped. Errors: as measureDevice().
  TuneDevice(const gpu::Device& device, const Options& options, const std::vector<std::uint32_t>& counts)
      : device_(device),
        configuration_(options.configuration),
        repeat_(options.repeat.value_or(9)),
        cache_(makeCache(device)) {
    configuration_.algorithm = vksort::Algorithm::bitonic;
    auto table = std::make_unique<Vksort>(device_, configuration_, cache_.get());
    table_ = vksort::getTuning(table->sorter());
    sorts_[{textOf(table_), configuration_.algorithm}] = std::move(table);
    // A candidate needs the kernels of the timed sorts alone.
    if (configuration_.max_count == 0) configuration_.max_count = std::ranges::max(counts);
    for (const std::uint32_t count : counts) workloads_.push_back(makeWorkload(count));
  }

  TuneComparison comparison(const std::vector<std::uint32_t>& counts) {
    const Input& input = configuration_.input;
    return {{input.isWide(), input.ordering.payload, input.ties, configuration_.baseline, planDevice(device_)},
            table_,
            counts,
            [this](const TuneSort& sort) { return time(sort); }};
  }
  bool allVerified() const { return all_verified_; }

  // After this none of the sizes can be timed.
  void dropElements() { workloads_.clear(); }

  // By rank merge, or in place where that cannot, and by the radix sort, which must be able to. Nothing if a result was
  // not sorted. Drops the elements of other sizes. Errors: gpu::Error, such as too little memory.
  std::optional<TuneTimes> timesWithScratch(const Tuning& tuning, std::uint32_t count) {
    dropElements();
    workloads_.push_back(makeWorkload(count));
    return samples::timeInTurn([this](const TuneSort& sort) { return time(sort); },
                               {tuning, vksort::Algorithm::rank, count}, {tuning, vksort::Algorithm::radix, count},
                               samples::kThoroughPasses);
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

  // As samples::TimeSort. The elements must be on the device.
  std::optional<double> time(const TuneSort& of) {
    constexpr double kResolution = 0.001;  // microseconds
    Vksort* const made = sort(of.tuning, of.algorithm);
    if (!made) return {};
    const auto workload = std::ranges::find(workloads_, of.count, [](const auto& each) { return each->count(); });
    const Rounds rounds{2, repeat_};
    const Measurement measured = measureDevice(device_, *made, **workload, rounds, round_);
    round_ += rounds.warm_ups + rounds.timed;
    if (measured.verified) return std::max(measured.median_us, kResolution);
    all_verified_ = false;
    std::fprintf(stderr, "%s: %u elements were not sorted\n", textOf(of.tuning).c_str(), of.count);
    return {};
  }

  const gpu::Device& device_;
  Configuration configuration_;
  std::uint32_t repeat_;  // sorts of each size and comparison
  gpu::Owned<VkPipelineCache> cache_;
  Tuning table_;  // what the library takes for the device
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
  const std::vector<std::uint32_t> counts = samples::crossoverCounts(min, max);
  SizeTimes times;
  const std::optional<std::uint32_t> found = samples::findCrossover(counts, [&](std::uint32_t count) {
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

// Searches the members of one algorithm, and takes what is faster. Returns what the row's comment says of the
// algorithm.
std::string tuneMembers(const TuneComparison& timed, const TuneSpace& space, Tuning& tuning) {
  if (timed.countsOf(space).empty()) {
    std::printf("%s: cannot sort these\n\n", space.name);
    return std::string(space.name) + " not measured";
  }
  std::printf("%s:\n", space.name);
  Tuning incumbent = tuning;
  const auto start = std::chrono::steady_clock::now();
  const auto progress = [&](const samples::TuneStep& step) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%4.0f s  round %u  %3u timed  %s", seconds.count(), step.round, step.candidates, step.axis);
    if (step.ratio)
      std::printf(": %.1f %% less with %s", 100 * (1 - *step.ratio),
                  samples::changes(incumbent, *step.incumbent).c_str());
    std::printf("\n");
    samples::requireWritten(stdout);
    incumbent = *step.incumbent;
  };
  const SpaceResult found = samples::tuneSpace(timed, space, tuning, {}, progress);
  std::printf("\n%u tunings timed, %u of no use to the device%s\n\n", found.search.candidates, found.search.refused,
              found.search.complete ? "" : ", the rest left out");
  printTimes("table us", "tuned us", found.times);
  std::printf("%10s %25s %7.1f%%\n\n", "all", "", 100 * (1 - found.ratio));
  if (found.is_faster) tuning = found.search.best;
  char words[64];
  std::snprintf(words, sizeof words, "%s %.1f %% less time", space.name,
                found.is_faster ? 100 * (1 - found.ratio) : 0.0);
  return words;
}

}  // namespace

vksort::Tuning readTuning(const std::string& text_or_path) {
  std::string text = text_or_path;
  if (!text.starts_with("vksort-tuning ")) {
    text = samples::readPlainFile("--tuning", text_or_path, vksort::kTuningTextSize);
  }
  vksort::Tuning tuning;
  if (text.find('\0') == std::string::npos && vksort::parseTuning(text.c_str(), tuning)) return tuning;
  throw std::invalid_argument("--tuning: must be a line like '" + textOf({}) + "', or a file that has one; this is " +
                              vksort::validateTuningText(text.c_str()));
}

int runTune(const gpu::Device& device, const Options& options) {
  const Plan plan = makePlan(device, options);
  std::optional<samples::WholeFile> file;
  if (!options.save_tuning.empty()) file.emplace("--save-tuning", options.save_tuning);
  std::vector<std::uint32_t> counts;
  for (const Point& point : plan.points) counts.push_back(point.count);

  TuneDevice timed(device, options, counts);
  const TuneComparison comparison = timed.comparison(counts);
  const std::string sorted = describe(options.configuration.input.ordering, counts);
  const VkPhysicalDeviceProperties& properties = device.properties().core;
  std::printf("device: %s; %s\n", properties.deviceName, sorted.c_str());
  std::printf("table:  %s\n\n", textOf(comparison.table()).c_str());
  Tuning best = comparison.table();
  std::string gains;
  for (const TuneSpace& space : samples::tuneSpaces()) gains += tuneMembers(comparison, space, best) + ", ";
  timed.dropElements();  // room for scratch memory
  try {
    if (!comparison.countsOf(samples::tuneSpaces().back()).empty()) tuneCrossover(timed, counts, best);
  } catch (const gpu::Error& error) {
    std::fprintf(stderr, "vksort-bench: where the radix sort is faster was not found: %s\n", error.what());
  }
  const std::string changed = samples::changes(comparison.table(), best);
  std::printf("Changed: %s\n\n", changed.empty() ? "nothing, the table's choice is as fast" : changed.c_str());
  std::printf("Tuning for engine/vksort/tuning/rows.cpp:\n    // %s (0x%x), driver %s: %s%s.\n    %s\n\n",
              properties.deviceName, properties.vendorID, driverVersion(properties).c_str(), gains.c_str(),
              sorted.c_str(), samples::tuningSource(best).c_str());
  std::printf("Text for --tuning and vksort::parseTuning():\n%s\n", textOf(best).c_str());
  samples::requireWritten(stdout);
  if (file) {
    file->write(textOf(best) + "\n");
    file->finish();
  }
  return exitCode(timed.allVerified());
}

}  // namespace bench
