#include "sort/sort_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "algorithms/algorithms.h"
#include "command_line/refuse.h"
#include "command_line/texts.h"
#include "command_line/word_option.h"

namespace bench {
namespace {

const Words<bool> kCountOn = {{"cpu", false}, {"gpu", true}};

void addAlgorithms(CLI::App& app, std::vector<std::string>& algorithms) {
  std::vector<std::string> names = allAlgorithms();
  names.emplace_back("all");
  app.add_option("--algorithm", algorithms,
                 "what to time: vksort, verify (its verifier), v0 to v5, step, padded, block (tiles only), cpu "
                 "(std::sort), or all")
      ->check(CLI::IsMember(names))
      ->delimiter(',')
      ->default_str("vksort");
}

// What vksort is asked for beside sorting the keys in a range, whose count the CPU knows.
void addModes(CLI::App& app, Configuration& configuration) {
  KeySource& source = configuration.input.source;
  addWord(app, "--count-on", configuration.count_on_gpu, kCountOn,
          "who knows the count: the CPU that records, or a buffer");
  addFlag(app, "--coherent", configuration.coherent,
          "repair what may be nearly sorted before sorting it; see --distribution");
  app.add_option("--camera", configuration.camera,
                 "degrees per frame: sorts depths of points around which a camera turns, each sort from the order that "
                 "the one before left")
      ->check(decimalNumber(0, 180, "degrees"));
  app.add_flag_callback(
         "--hook", [&source] { source = KeySource::hook; },
         "keys are depths of random positions, computed in the sort's first pass; values are made there too")
      ->disable_flag_override();
  app.add_flag_callback(
         "--key-pass", [&source] { source = KeySource::pass; },
         "the same from a pass before the sort, whose time counts")
      ->disable_flag_override();
  app.add_option("--capacity", configuration.capacity,
                 "with --count-on gpu: elements that each sort is recorded for; default: its count")
      ->check(wholeNumber(1, 1u << 30));
  addLists(app, configuration.lists);
}

void checkCamera(const CLI::App& app, const Configuration& configuration) {
  if (!configuration.camera) return;
  refuseTogether(app, "--camera", {"--count-on", "--lists", "--hook", "--key-pass", "--distribution", "--key-bits"});
  refuseTogether(app, "--camera", {"--against"});
  if (configuration.input.ordering.key_type != vksort::KeyType::f32) refuse("--camera: needs --keys f32");
  if (configuration.input.ordering.values != vksort::Values::split) {
    refuse("--camera: needs --values u32, split");
  }
}

void checkKeySource(const CLI::App& app, const vksort::Ordering& ordering) {
  for (const char* mode : {"--hook", "--key-pass"}) {
    if (!given(app, mode)) continue;
    refuseTogether(app, mode, {"--count-on", "--lists", "--coherent", "--distribution", "--key-bits", "--against"});
    if (ordering.key_type != vksort::KeyType::f32) refuse(std::string(mode) + ": needs --keys f32");
    if (ordering.values == vksort::Values::interleaved) {
      refuse(std::string(mode) + ": does not go with --layout interleaved");
    }
  }
  refuseTogether(app, "--hook", {"--key-pass"});
}

}  // namespace

void addOptions(CLI::App& app, SortOptions& options) {
  Configuration& configuration = options.common.configuration;
  addAlgorithms(app, options.algorithms);
  addCommon(app, options.common);
  addTuning(app, configuration.tuning);
  addModes(app, configuration);
  addCsv(app, options.outputs.csv);
  addJson(app, options.outputs);
}

void finish(const CLI::App& app, SortOptions& options) {
  Configuration& configuration = options.common.configuration;
  finishCommon(app, options.common);
  refuseTogether(app, "--coherent", {"--lists"});
  checkCamera(app, configuration);
  checkKeySource(app, configuration.input.ordering);
  if (given(app, "--capacity") && !configuration.count_on_gpu) refuse("--capacity: needs --count-on gpu");
  if (configuration.lists != 0 && configuration.count_on_gpu) refuse("--lists: does not go with --count-on gpu");
  if (given(app, "--against") && configuration.input.ordering.key_type == vksort::KeyType::u64) {
    refuse("--against: compares keys of 32 bits, not --keys u64");
  }
  if (std::ranges::count(options.algorithms, "all") > 0) options.algorithms = {"all"};
}

}  // namespace bench
