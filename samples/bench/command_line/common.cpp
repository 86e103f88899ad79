#include "command_line/common.h"

#include <CLI/CLI.hpp>
#include <limits>

#include "command_line/refuse.h"
#include "command_line/texts.h"
#include "command_line/tuning_option.h"
#include "command_line/word_option.h"
#include "files/whole_file.h"

namespace bench {
namespace {

const Words<vksort::Path> kPaths = {{"automatic", vksort::Path::automatic}, {"floor", vksort::Path::floor}};

const Words<bool> kScratch = {{"off", false}, {"on", true}};
const Words<bool> kCountOn = {{"cpu", false}, {"gpu", true}};
const Words<vksort::Algorithm> kAlgorithms = {{"automatic", vksort::Algorithm::automatic},
                                              {"bitonic", vksort::Algorithm::bitonic},
                                              {"radix", vksort::Algorithm::radix},
                                              {"radix-portable", vksort::Algorithm::radix_portable},
                                              {"rank", vksort::Algorithm::rank}};

void addKeys(CLI::App& app, vksort::Ordering& ordering) {
  addWord(app, "--keys", ordering.key_type, keyTypeWords(), "key type");
}

void addValues(CLI::App& app, vksort::Ordering& ordering) {
  app.add_option("--values", "u32: a value travels with each key; iota: the sort writes where each key was")
      ->check(CLI::IsMember({"iota", "none", "u32"}))
      ->type_name("iota|none|u32")
      ->default_str("none");
  app.add_option("--layout", "of keys and values")
      ->check(CLI::IsMember({"split", "interleaved"}))
      ->type_name("interleaved|split")
      ->default_str("split");
  addWord(app, "--ties", ordering.ties, tiesWords(), "order of equal keys");
}

void addCounts(CLI::App& app, std::vector<std::uint32_t>& counts) {
  app.add_option("--count", counts, "sizes in elements, instead of powers of two; may be given several times")
      ->check(wholeNumber(1, 1u << 30))
      ->delimiter(',');
}

std::string number(std::uint32_t value) { return std::to_string(value); }

void checkCounts(const CLI::App& app) {
  if (given(app, "--count") && (given(app, "--min-log2") || given(app, "--max-log2"))) {
    refuse("--count: does not go with --min-log2 and --max-log2");
  }
}

void finishValues(const CLI::App& app, vksort::Ordering& ordering) {
  const std::string values = given(app, "--values") ? app.get_option("--values")->as<std::string>() : "none";
  if (given(app, "--layout") && values != "u32") refuse("--layout: needs --values u32");
  if (values == "iota") ordering.values = vksort::Values::iota;
  if (values != "u32") return;
  const bool interleaved = given(app, "--layout") && app.get_option("--layout")->as<std::string>() == "interleaved";
  if (interleaved && ordering.key_type == vksort::KeyType::u64) refuse("--layout: is split for --keys u64");
  ordering.values = interleaved ? vksort::Values::interleaved : vksort::Values::split;
}

}  // namespace

void addDevice(CLI::App& app, std::string& device) {
  app.add_option("--device", device, "index, or part of the device's name; default: a real GPU before a software one")
      ->check(givenText);
}

void addTuning(CLI::App& app, std::optional<vksort::Tuning>& tuning) {
  app.add_option_function<std::string>(
      "--tuning", [&tuning](const std::string& text) { tuning = readTuning(text); },
      "shape of vksort's kernels: a line that `vksort-bench tune` printed, or a file that has it");
}

void addOrder(CLI::App& app, vksort::Order& order) { addWord(app, "--order", order, orderWords(), "order of keys"); }

void addPath(CLI::App& app, vksort::Path& path) {
  addWord(app, "--path", path, kPaths,
          "code that vksort may use: all that the device offers, or what every device has");
}

void addDistribution(CLI::App& app, Distribution& distribution) {
  addWord(app, "--distribution", distribution, distributionWords(),
          "of the input keys; few: 16 different ones; nearly: in order but for 1 in 100, which changes places with one "
          "less than 1000 away");
}

void addLists(CLI::App& app, std::uint32_t& lists) {
  app.add_option("--lists", lists, "parts the elements into so many lists of equal size, each sorted by itself")
      ->check(wholeNumber(1, vksort::kMaxLists));
}

void addPowers(CLI::App& app, Sizes& sizes) {
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
  app.add_option("--seed", common.configuration.input.seed, "of the input")
      ->check(wholeNumber(0, std::numeric_limits<std::int64_t>::max()))
      ->capture_default_str();
}

void addFile(CLI::App& app, const char* name, std::string& path, const char* help) {
  app.add_option(name, path, help)->check(givenText);
}

void addCsv(CLI::App& app, std::string& csv) { addFile(app, "--csv", csv, "also write the rows to this file"); }

void addJson(CLI::App& app, OutputOptions& outputs) {
  addFlag(app, "--json", outputs.json, "rows as a JSON array on stdout, all else on stderr");
  app.add_option("--against", outputs.against, "anchor table (system,mode,log2_n,gpu_us) to compare with")
      ->check(givenText);
}

void addSorted(CLI::App& app, Common& common) {
  Input& input = common.configuration.input;
  addDevice(app, common.device);
  addKeys(app, input.ordering);
  addValues(app, input.ordering);
  addOrder(app, input.ordering.order);
  addPath(app, common.configuration.path);
  addWord(app, "--use", common.configuration.algorithm, kAlgorithms, "which of its algorithms vksort may take");
  app.add_option("--key-bits", input.key_bits, "only so many bits of the keys differ, the lowest; vksort is told so")
      ->check(wholeNumber(1, 32));
  app.add_option("--value-bits", input.value_bits,
                 "values are random and below 2 to this power, with --camera indices as ever; vksort is told so")
      ->check(wholeNumber(1, 32));
}

void addModes(CLI::App& app, Configuration& configuration) {
  KeySource& source = configuration.input.source;
  addWord(app, "--count-on", configuration.count_on_gpu, kCountOn,
          "who knows the count: the CPU that records, or a buffer");
  addFlag(app, "--coherent", configuration.coherent,
          "repair what may be nearly sorted before sorting it; see --distribution");
  app.add_flag_callback(
         "--hook", [&source] { source = KeySource::hook; },
         "keys are depths of random positions, computed in the sort's first pass; values are made there too")
      ->disable_flag_override();
  addLists(app, configuration.lists);
}

void addCommon(CLI::App& app, Common& common, const char* repeat_help) {
  Input& input = common.configuration.input;
  addSorted(app, common);
  addWord(app, "--scratch", common.configuration.scratch, kScratch, "whether vksort is lent memory beside the range");
  addDistribution(app, input.distribution);
  addPowers(app, common.sizes);
  addCounts(app, common.sizes.counts);
  addRepeat(app, common, repeat_help);
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

void finishSorted(const CLI::App& app, Common& common) {
  finishValues(app, common.configuration.input.ordering);
  if (given(app, "--key-bits") && common.configuration.input.ordering.key_type == vksort::KeyType::u64) {
    refuse("--key-bits: does not go with --keys u64");
  }
  const Input& input = common.configuration.input;
  if (given(app, "--value-bits") && (!input.hasValues() || input.writesValues())) {
    refuse("--value-bits: needs --values u32");
  }
}

void finishModes(const CLI::App& app, const Configuration& configuration) {
  refuseTogether(app, "--coherent", {"--lists"});
  if (configuration.coherent && configuration.input.writesValues())
    refuse("--coherent: does not go with --values iota");
  if (configuration.lists != 0 && configuration.count_on_gpu) refuse("--lists: does not go with --count-on gpu");
}

void checkHook(const CLI::App& app, const char* option, const vksort::Ordering& ordering) {
  refuseTogether(app, option, {"--count-on", "--lists", "--coherent"});
  if (ordering.key_type != vksort::KeyType::f32) refuse(std::string(option) + ": needs --keys f32");
  if (ordering.values == vksort::Values::interleaved) {
    refuse(std::string(option) + ": does not go with --layout interleaved");
  }
}

void finishCommon(const CLI::App& app, Common& common) {
  finishSorted(app, common);
  checkCounts(app);
  checkPowers(common.sizes);
}

}  // namespace bench
