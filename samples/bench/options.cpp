#include "options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <map>

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
const Words<Distribution> kDistributions = {
    {"random", Distribution::random}, {"sorted", Distribution::sorted}, {"reversed", Distribution::reversed},
    {"equal", Distribution::equal},   {"few", Distribution::few},       {"nearly", Distribution::nearly}};

template <typename T>
std::string wordIn(const Words<T>& words, T value) {
  for (const auto& [word, candidate] : words) {
    if (candidate == value) return word;
  }
  return "?";
}

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

}  // namespace

std::string wordOf(vksort::KeyType type) {
  return wordIn(kKeyTypes, type);
}
std::string wordOf(vksort::Order order) {
  return wordIn(kOrders, order);
}
std::string wordOf(vksort::Ties ties) {
  return wordIn(kTies, ties);
}
std::string wordOf(Distribution distribution) {
  return wordIn(kDistributions, distribution);
}

Options parseOptions(int argc, char** argv) {
  Options options;
  CLI::App app("Times vksort on a GPU, with every result verified.", "vksort-bench");
  std::string device, values = "none", layout = "split";
  std::uint32_t min_log2 = 8, max_log2 = 20;
  std::vector<std::uint32_t> counts;
  app.add_option("--device", device, "index, or part of the device's name; default: a real GPU before a software one");
  app.add_option("--algorithm", options.algorithms, "what to time: vksort, cpu (std::sort)")
      ->check(CLI::IsMember({"vksort", "cpu"}))
      ->delimiter(',')
      ->default_str("vksort");
  addWord(app, "--keys", options.key_type, kKeyTypes, "key type");
  app.add_option("--values", values, "u32: a value travels with each key")->check(CLI::IsMember({"none", "u32"}));
  app.add_option("--layout", layout, "of keys and values")->check(CLI::IsMember({"split", "interleaved"}));
  addWord(app, "--ties", options.ties, kTies, "order of equal keys");
  addWord(app, "--order", options.order, kOrders, "order of keys");
  addWord(app, "--path", options.path, kPaths, "code that may be used");
  addWord(app, "--distribution", options.distribution, kDistributions, "of the input keys");
  app.add_option("--min-log2", min_log2, "smallest size, as a power of two")->check(CLI::Range(1, 30))->capture_default_str();
  app.add_option("--max-log2", max_log2, "largest size, as a power of two")->check(CLI::Range(1, 30))->capture_default_str();
  app.add_option("--count", counts, "sizes in elements, instead of powers of two; may be given several times")
      ->check(CLI::Range(1u, 1u << 30));
  app.add_option("--repeat", options.repeat, "timed sorts per size, of which the median counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of the input")->capture_default_str();
  app.add_option("--csv", options.csv, "also write the table to this file");
  app.add_option("--against", options.against, "anchor table (system,mode,log2_n,gpu_us) to compare with")
      ->check(CLI::ExistingFile);

  try {
    app.parse(argc, argv);
    if (min_log2 > max_log2) throw CLI::ValidationError("--min-log2", "must not exceed --max-log2");
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) std::exit(app.exit(error));
    std::cerr << "vksort-bench: " << error.what() << '\n';
    std::exit(2);
  }
  if (!device.empty()) options.device = device;
  if (values == "u32") options.values = layout == "split" ? vksort::Values::split : vksort::Values::interleaved;
  options.counts = counts;
  if (counts.empty()) {
    for (std::uint32_t k = min_log2; k <= max_log2; ++k) options.counts.push_back(1u << k);
  }
  return options;
}

}  // namespace bench
