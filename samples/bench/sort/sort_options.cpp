#include "sort/sort_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "algorithms/algorithms.h"
#include "command_line/refuse.h"
#include "command_line/texts.h"
#include "command_line/word_option.h"

namespace bench {
namespace {

void addAlgorithms(CLI::App& app, std::vector<std::string>& algorithms) {
  std::vector<std::string> names = allAlgorithms();
  names.emplace_back("all");
  app.add_option("--algorithm", algorithms,
                 "vksort, verify, v0 to v5, step, padded, block, cpu, or all; default vksort")
      ->check(CLI::IsMember(names).description(""))
      ->type_name("WORD")
      ->delimiter(',');
}

// What only a sort is timed by.
void addSources(CLI::App& app, Configuration& configuration) {
  KeySource& source = configuration.input.source;
  app.add_flag_callback(
         "--key-pass", [&source] { source = KeySource::pass; },
         "as --key-generator, but by a pass before the sort, whose time counts")
      ->disable_flag_override();
  app.add_option("--capacity", configuration.capacity, "largest count of --count-on gpu; default: the count")
      ->check(wholeNumber(1, 1u << 30));
}

void checkKeySource(const CLI::App& app, const vksort::Ordering& ordering) {
  for (const char* mode : {"--key-generator", "--key-pass"}) {
    if (!given(app, mode)) continue;
    refuseTogether(app, mode, {"--distribution", "--key-bits", "--against", "--count-on", "--segments"});
    if (ordering.key_type != vksort::KeyType::f32) refuse(std::string(mode) + ": needs --keys f32");
    if (ordering.payload == vksort::Payload::interleaved) {
      refuse(std::string(mode) + ": does not go with --layout interleaved");
    }
  }
  refuseTogether(app, "--key-generator", {"--key-pass"});
}

}  // namespace

void addOptions(CLI::App& app, SortOptions& options) {
  app.footer(std::string("Columns:\n"
                         "  moved: bytes of elements that all dispatches read and write\n"
                         "  copy: moved ") +
             kCopyRate + "Rules:\n" + kPaperRule + kInputRule + kCheckRule + kExitCodes);
  Configuration& configuration = options.common.configuration;
  beginGroup(app, "What is timed");
  addAlgorithms(app, options.algorithms);
  addCommon(app, options.common);
  addTuning(app, configuration.tuning);
  addModes(app, configuration);
  addSources(app, configuration);
  addCsv(app, options.outputs.csv);
  addJson(app, options.outputs);
}

void finish(const CLI::App& app, SortOptions& options) {
  Configuration& configuration = options.common.configuration;
  finishCommon(app, options.common);
  finishSorterModes(app, configuration);
  finishSegments(configuration);
  checkCsv(app);
  checkKeySource(app, configuration.input.ordering);
  if (given(app, "--capacity") && !configuration.count_on_gpu) refuse("--capacity: needs --count-on gpu");
  if (given(app, "--against") && configuration.input.ordering.key_type == vksort::KeyType::u64) {
    refuse("--against: compares keys of 32 bits, not --keys u64");
  }
  // Anchors are of whole sorts of random keys.
  refuseTogether(app, "--against", {"--segments", "--key-bits"});
  if (std::ranges::count(options.algorithms, "all") > 0) options.algorithms = {"all"};
}

}  // namespace bench
