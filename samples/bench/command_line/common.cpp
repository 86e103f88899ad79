#include "command_line/common.h"

#include <CLI/CLI.hpp>
#include <limits>

#include "command_line/refuse.h"
#include "command_line/texts.h"
#include "command_line/tuning_option.h"
#include "command_line/word_option.h"
#include "files/whole_file.h"
#include "vksort_segments.h"

namespace bench {
namespace {

const Words<bool> kCountOn = {{"cpu", false}, {"gpu", true}};

void addKeys(CLI::App& app, vksort::Ordering& ordering) {
  addWord(app, "--keys", ordering.key_type, keyTypeWords(), "key type");
}

void addPayload(CLI::App& app, Input& input) {
  app.add_option("--payload", "index (the sort writes it), u32 (of the input), none; default none")
      ->check(CLI::IsMember({"index", "none", "u32"}).description(""))
      ->type_name("WORD");
  app.add_option("--layout", "keys and payloads: split or interleaved; default split")
      ->check(CLI::IsMember({"split", "interleaved"}).description(""))
      ->type_name("WORD");
  addWord(app, "--ties", input.ties, tiesWords(), "order of equal keys");
}

void addCounts(CLI::App& app, std::vector<std::uint32_t>& counts) {
  app.add_option("--count", counts, "sizes in elements, instead of powers of two: N,N,...")
      ->check(wholeNumber(1, 1u << 30))
      ->delimiter(',');
}

std::string number(std::uint32_t value) { return std::to_string(value); }

void checkCounts(const CLI::App& app) {
  if (given(app, "--count") && (given(app, "--min-log2") || given(app, "--max-log2"))) {
    refuse("--count: does not go with --min-log2 and --max-log2");
  }
}

void finishPayload(const CLI::App& app, vksort::Ordering& ordering) {
  const std::string payload = given(app, "--payload") ? app.get_option("--payload")->as<std::string>() : "none";
  if (given(app, "--layout") && payload != "u32") refuse("--layout: needs --payload u32");
  if (payload == "index") ordering.payload = vksort::Payload::index;
  if (payload != "u32") return;
  const bool interleaved = given(app, "--layout") && app.get_option("--layout")->as<std::string>() == "interleaved";
  ordering.payload = interleaved ? vksort::Payload::interleaved : vksort::Payload::u32;
}

}  // namespace

void addDevice(CLI::App& app, std::string& device) {
  app.add_option("--device", device, "index, or part of the name; default: a GPU before a software driver")
      ->check(givenText);
}

void addTuning(CLI::App& app, std::optional<vksort::Tuning>& tuning) {
  app.add_option_function<std::string>(
      "--tuning", [&tuning](const std::string& text) { tuning = readTuning(text); },
      "a line that `vksort-bench tune` printed, or a file that has it");
}

void addOrder(CLI::App& app, vksort::Order& order) { addWord(app, "--order", order, orderWords(), "order of keys"); }

void addBaseline(CLI::App& app, bool& baseline) {
  addFlag(app, "--baseline", baseline, "vksort uses only what every Vulkan 1.1 device has");
}

void addDistribution(CLI::App& app, Distribution& distribution) {
  addWord(app, "--distribution", distribution, distributionWords(), "keys");
}

void addSegments(CLI::App& app, std::uint32_t& segments) {
  app.add_option("--segments", segments, "segments of equal size, each sorted by itself")
      ->check(wholeNumber(1, vksort::kMaxSegments));
}

void addPowers(CLI::App& app, Sizes& sizes) {
  beginGroup(app, "Sizes and repetitions");
  const DefaultSizes& defaults = sizes.defaults;
  std::string highest = number(defaults.max_log2);
  if (defaults.software_max_log2 != defaults.max_log2) {
    highest += ", on a software device " + number(defaults.software_max_log2);
  }
  app.add_option("--min-log2", sizes.min_log2, "smallest size, as a power of two; default " + number(defaults.min_log2))
      ->check(wholeNumber(1, 30));
  app.add_option("--max-log2", sizes.max_log2, "largest size, as a power of two; default " + highest)
      ->check(wholeNumber(1, 30));
}

void addRepeat(CLI::App& app, Common& common, const char* help) {
  app.add_option("--repeat", common.repeat, help)->check(wholeNumber(1, 1000));
  app.add_option("--seed", common.configuration.input.seed, "seed of the input; default 1")
      ->check(wholeNumber(0, std::numeric_limits<std::int64_t>::max()));
}

void addFile(CLI::App& app, const char* name, std::string& path, const char* help) {
  app.add_option(name, path, help)->check(givenText);
}

void addCsv(CLI::App& app, std::string& csv) {
  beginGroup(app, "Output");
  addFile(app, "--csv", csv, "also write the rows to this file");
}

void addJson(CLI::App& app, OutputOptions& outputs) {
  addFlag(app, "--json", outputs.json, "rows as a JSON array on stdout");
  app.add_option("--against", outputs.against, "table to compare with: system,mode,log2_n,gpu_us")->check(givenText);
}

void addSorter(CLI::App& app, Common& common) {
  Configuration& configuration = common.configuration;
  beginGroup(app, "Device");
  addDevice(app, common.device);
  beginGroup(app, "What is sorted");
  addKeys(app, configuration.input.ordering);
  addPayload(app, configuration.input);
  beginGroup(app, "How vksort sorts");
  addWord(app, "--scratch", configuration.scratch, scratchWords(), "scratch memory");
  addBaseline(app, configuration.baseline);
  addWord(app, "--use", configuration.algorithm, algorithmWords(), "algorithm");
}

void addSorterModes(CLI::App& app, Configuration& configuration) {
  KeySource& source = configuration.input.source;
  app.add_flag_callback(
         "--key-generator", [&source] { source = KeySource::generator; },
         "the sort computes the keys, depths of random positions")
      ->disable_flag_override();
}

void addModes(CLI::App& app, Configuration& configuration) {
  addSorterModes(app, configuration);
  addWord(app, "--count-on", configuration.count_on_gpu, kCountOn, "the count is on the host or in a buffer");
  addSegments(app, configuration.segments);
}

void addCommon(CLI::App& app, Common& common, const char* repeat_help) {
  Input& input = common.configuration.input;
  addSorter(app, common);
  beginGroup(app, "What is sorted");
  addOrder(app, input.ordering.order);
  app.add_option("--key-bits", input.key_bits, "only the lowest UINT bits differ; sets significant_bits")
      ->check(wholeNumber(1, 64));
  addDistribution(app, input.distribution);
  addPowers(app, common.sizes);
  addCounts(app, common.sizes.counts);
  addRepeat(app, common, repeat_help);
  beginGroup(app, "How vksort sorts");
}

void checkPowers(const Sizes& sizes) {
  const std::uint32_t lowest = sizes.min_log2.value_or(sizes.defaults.min_log2);
  if (lowest > sizes.max_log2.value_or(sizes.defaults.max_log2)) refuse("--min-log2: must not exceed --max-log2");
}

void checkCsv(const CLI::App& app) {
  if (!given(app, "--csv")) return;
  const auto csv = app.get_option("--csv")->as<std::string>();
  for (const CLI::Option* read : {app.get_option_no_throw("--against"), app.get_option_no_throw("--tuning")}) {
    if (read == nullptr || read->empty()) continue;
    if (!samples::sameFile(csv, read->as<std::string>())) continue;
    refuse("--csv: cannot write " + csv + ": " + read->get_name() + " reads it");
  }
}

void finishSorter(const CLI::App& app, Common& common) {
  Configuration& configuration = common.configuration;
  const Input& input = configuration.input;
  finishPayload(app, configuration.input.ordering);
  const bool is_stable = input.ties == vksort::Ties::stable;
  if (input.hasCallersPayload() && is_stable && !configuration.usesScratch() && configuration.max_count == 0) {
    refuse("--payload u32: needs --scratch on for stable ties; --ties value and any do not");
  }
}

void finishSorterModes(const CLI::App& app, const Configuration& configuration) {
  const vksort::Ordering& ordering = configuration.input.ordering;
  if (!given(app, "--key-generator")) return;
  if (configuration.input.isWide()) refuse("--key-generator: does not go with --keys u64");
  if (ordering.payload == vksort::Payload::interleaved) {
    refuse("--key-generator: does not go with --layout interleaved");
  }
}

void finishSegments(const Configuration& configuration) {
  if (configuration.segments == 0) return;
  if (configuration.count_on_gpu) refuse("--segments: does not go with --count-on gpu");
  if (configuration.scratch == vksort::Scratch::required) refuse("--segments: does not go with --scratch required");
}

void finishCommon(const CLI::App& app, Common& common) {
  finishSorter(app, common);
  const Input& input = common.configuration.input;
  if (input.key_bits > 32 && !input.isWide()) refuse("--key-bits: must be at most 32, but with --keys u64");
  checkCounts(app);
  checkPowers(common.sizes);
}

}  // namespace bench
