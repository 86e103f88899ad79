#include "command_line/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <stdexcept>

#include "command_line/tuning_option.h"

namespace bench {
namespace {

template <typename T>
using Words = std::map<std::string, T>;

const Words<vksort::KeyType> kKeyTypes = {
    {"u32", vksort::KeyType::u32}, {"i32", vksort::KeyType::i32}, {"f32", vksort::KeyType::f32}};
const Words<vksort::Order> kOrders = {{"ascending", vksort::Order::ascending},
                                      {"descending", vksort::Order::descending}};
const Words<vksort::Ties> kTies = {{"value", vksort::Ties::value}, {"any", vksort::Ties::any}};
const Words<vksort::Path> kPaths = {{"automatic", vksort::Path::automatic}, {"floor", vksort::Path::floor}};
const Words<Distribution> kDistributions = {{"random", Distribution::random},     {"sorted", Distribution::sorted},
                                            {"reversed", Distribution::reversed}, {"equal", Distribution::equal},
                                            {"few", Distribution::few},           {"nearly", Distribution::nearly}};

template <typename T>
std::string wordIn(const Words<T>& words, T value) {
  for (const auto& [word, candidate] : words) {
    if (candidate == value) return word;
  }
  return "?";
}

const Words<bool> kCountOn = {{"cpu", false}, {"gpu", true}};

// An option that takes one of a few words.
template <typename T>
void addWord(CLI::App& app, const std::string& name, T& value, const Words<T>& words, const std::string& help) {
  std::string choices;
  std::vector<std::string> allowed;
  for (const auto& [word, candidate] : words) {
    allowed.push_back(word);
    choices += (choices.empty() ? "" : "|") + word;
  }
  app.add_option_function<std::string>(
         name, [&value, &words](const std::string& word) { value = words.at(word); }, help)
      ->check(CLI::IsMember(allowed))
      ->type_name(choices)
      ->default_str(wordIn(words, value));
}

// CLI11 may add lines; the first says what is wrong.
std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// What the parser cannot see from one option alone.
void checkTogether(const CLI::App& app, const Options& options) {
  const auto given = [&](const char* name) { return app.count(name) > 0; };
  const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
  if (options.ladder && given("--algorithm")) refuse("--ladder: times cpu, v0 to v5 and vksort, no --algorithm");
  if (options.ladder && given("--count")) refuse("--ladder: takes powers of two, no --count");
  if (options.ladder && options.values != vksort::Values::none) refuse("--ladder: sorts keys alone, without --values");
  if (options.ladder && options.key_type == vksort::KeyType::f32) refuse("--ladder: sorts integers, not --keys f32");
  if (given("--count") && (given("--min-log2") || given("--max-log2"))) {
    refuse("--count: does not go with --min-log2 and --max-log2");
  }
  if (options.tune) {
    for (const char* other : {"--algorithm", "--ladder", "--tuning", "--json", "--csv", "--against"}) {
      if (given(other)) throw std::invalid_argument(std::string("--tune: does not go with ") + other);
    }
  }
  for (const char* mode : {"--growth", "--breakdown"}) {
    for (const char* other : {"--algorithm", "--ladder", "--tune", "--json", "--against"}) {
      if (given(mode) && given(other)) throw std::invalid_argument(std::string(mode) + ": does not go with " + other);
    }
  }
  if (options.growth && options.breakdown) refuse("--growth: does not go with --breakdown");
  if (given("--save-tuning") && !options.tune) refuse("--save-tuning: needs --tune");
  if (options.count_on_gpu) {
    for (const char* other : {"--ladder", "--tune", "--growth", "--breakdown"}) {
      if (given(other)) throw std::invalid_argument(std::string("--count-on: gpu does not go with ") + other);
    }
  }
  if (options.coherent) {
    for (const char* other : {"--lists", "--ladder", "--tune", "--growth", "--breakdown"}) {
      if (given(other)) throw std::invalid_argument(std::string("--coherent: does not go with ") + other);
    }
  }
  for (const char* mode : {"--hook", "--key-pass"}) {
    if (!given(mode)) continue;
    const std::string name = mode;
    for (const char* other : {"--count-on", "--lists", "--coherent", "--distribution", "--ladder", "--tune", "--growth",
                              "--breakdown", "--against"}) {
      if (given(other)) throw std::invalid_argument(name + ": does not go with " + other);
    }
    if (options.key_type != vksort::KeyType::f32) throw std::invalid_argument(name + ": needs --keys f32");
    if (options.values == vksort::Values::interleaved) {
      throw std::invalid_argument(name + ": does not go with --layout interleaved");
    }
  }
  if (options.hook && options.key_pass) refuse("--hook: does not go with --key-pass");
  if (given("--capacity") && !options.count_on_gpu) refuse("--capacity: needs --count-on gpu");
  if (options.lists != 0 && (options.count_on_gpu || options.ladder || options.tune || options.growth)) {
    refuse("--lists: is for vksort alone, without --count-on gpu and --growth");
  }
  if (given("--layout") && options.values == vksort::Values::none) refuse("--layout: needs --values u32");
  const std::uint32_t lowest = options.min_log2.value_or(options.ladder ? kLadderMinLog2 : kMinLog2);
  const std::uint32_t highest = options.max_log2.value_or(options.ladder ? kLadderMaxLog2 : kMaxLog2);
  if (lowest > highest) refuse("--min-log2: must not exceed --max-log2");
}

}  // namespace

const std::vector<std::string>& allAlgorithms() {
  static const std::vector<std::string> names = {"cpu", "v0",   "v1",     "v2",    "v3",     "v4",
                                                 "v5",  "step", "padded", "block", "vksort", "verify"};
  return names;
}

std::string wordOf(vksort::KeyType type) { return wordIn(kKeyTypes, type); }
std::string wordOf(vksort::Order order) { return wordIn(kOrders, order); }
std::string wordOf(vksort::Ties ties) { return wordIn(kTies, ties); }
std::string wordOf(Distribution distribution) { return wordIn(kDistributions, distribution); }

Options parseOptions(int argc, const char* const* argv) {
  Options options;
  CLI::App app("Times vksort, and the published sorts that led to it, on a GPU, with every result verified.",
               "vksort-bench");
  app.footer(
      "moved: bytes of elements that all dispatches read and write. copy: moved bytes per second, as a share of\n"
      "the rate at which a kernel copies a large buffer. Ladder: v0 to v5 and step sort powers of two; i32 keys\n"
      "are compared as u32 with the sign bit flipped; descending order is ascending order reversed. Results\n"
      "are checked after the last sort of each row. Exit codes: 0; 1, a result was not sorted; 2, bad input.\n");
  std::string device, tuning, values = "none", layout = "split";
  const auto notEmpty = [](const std::string& path) { return std::string(path.empty() ? "must not be empty" : ""); };
  std::vector<std::string> names = allAlgorithms();
  names.emplace_back("all");
  app.add_option("--device", device, "index, or part of the device's name; default: a real GPU before a software one");
  app.add_option("--algorithm", options.algorithms,
                 "what to time: vksort, verify (its verifier), v0 to v5, step, padded, block (tiles only), cpu "
                 "(std::sort), or all")
      ->check(CLI::IsMember(names))
      ->delimiter(',')
      ->default_str("vksort");
  app.add_flag("--ladder", options.ladder, "a Markdown table of std::sort, v0 to v5 and vksort, step by step");
  app.add_flag(
      "--tune", options.tune,
      "search for the shape of vksort's kernels that is fastest on the device; prints it as a row of its table");
  app.add_option("--tuning", tuning, "shape of vksort's kernels: a line that --tune printed, or a file that has it");
  app.add_option("--save-tuning", options.save_tuning, "file for the line that --tune finds")->check(notEmpty);
  app.add_flag("--growth", options.growth, "dispatches and bytes as vksort plans them, beside what is measured");
  app.add_flag("--breakdown", options.breakdown,
               "GPU time of each pass, and how much of the total goes to launches and to memory");
  addWord(app, "--keys", options.key_type, kKeyTypes, "key type");
  app.add_option("--values", values, "u32: a value travels with each key")->check(CLI::IsMember({"none", "u32"}));
  app.add_option("--layout", layout, "of keys and values")->check(CLI::IsMember({"split", "interleaved"}));
  addWord(app, "--ties", options.ties, kTies, "order of equal keys");
  addWord(app, "--order", options.order, kOrders, "order of keys");
  addWord(app, "--path", options.path, kPaths, "code that vksort may use");
  addWord(app, "--distribution", options.distribution, kDistributions, "of the input keys");
  app.add_option("--min-log2", options.min_log2, "smallest size, as a power of two; default 8, ladder 15")
      ->check(CLI::Range(1, 30));
  app.add_option("--max-log2", options.max_log2,
                 "largest size, as a power of two; default 20, ladder 29; on a software device 18, with --tune 14")
      ->check(CLI::Range(1, 30));
  app.add_option("--count", options.counts, "sizes in elements, instead of powers of two; may be given several times")
      ->check(CLI::Range(1u, 1u << 30))
      ->delimiter(',');
  addWord(app, "--count-on", options.count_on_gpu, kCountOn, "who knows the count: the CPU that records, or a buffer");
  app.add_flag("--coherent", options.coherent,
               "repair what may be nearly sorted before sorting it; see --distribution");
  app.add_flag("--hook", options.hook,
               "keys are depths of random positions, computed in the sort's first pass; values are made there too");
  app.add_flag("--key-pass", options.key_pass, "the same from a pass before the sort, whose time counts");
  app.add_option("--capacity", options.capacity,
                 "with --count-on gpu: elements that each sort is recorded for; default: its count")
      ->check(CLI::Range(1u, 1u << 30));
  app.add_option("--lists", options.lists, "parts the elements into so many lists of equal size, each sorted by itself")
      ->check(CLI::Range(1u, vksort::kMaxLists));
  app.add_option("--repeat", options.repeat, "timed sorts per size; the median counts; default 15, from 2^26 on 5")
      ->check(CLI::Range(1, 1000));
  app.add_option("--seed", options.seed, "of the input")
      ->check(CLI::Range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max()))
      ->capture_default_str();
  app.add_option("--csv", options.csv, "also write the rows to this file")->check(notEmpty);
  app.add_flag("--json", options.json, "rows as a JSON array on stdout, all else on stderr");
  app.add_option("--against", options.against, "anchor table (system,mode,log2_n,gpu_us) to compare with")
      ->check(CLI::ExistingFile);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) std::exit(app.exit(error));
    throw std::invalid_argument(firstLine(error.what()));
  }
  if (!device.empty()) options.device = device;
  if (app.count("--tuning") > 0) options.tuning = readTuning(tuning);
  if (values == "u32") options.values = layout == "split" ? vksort::Values::split : vksort::Values::interleaved;
  checkTogether(app, options);
  if (std::find(options.algorithms.begin(), options.algorithms.end(), "all") != options.algorithms.end()) {
    options.algorithms = {"all"};
  }
  return options;
}

}  // namespace bench
