#include "paper/paper_options.h"

#include <CLI/CLI.hpp>

#include "command_line/refuse.h"
#include "command_line/word_option.h"

namespace bench {
namespace {

const Words<vksort::KeyType> kKeyTypes = {{"u32", vksort::KeyType::u32}, {"i32", vksort::KeyType::i32}};

}  // namespace

void addOptions(CLI::App& app, PaperOptions& options) {
  app.footer(std::string("Columns:\n"
                         "  step speed-up: over the row before\n"
                         "  copy rate: moved ") +
             kCopyRate + "Rules:\n" + kPaperRule + kInputRule + kCheckRule + kExitCodes);
  Configuration& configuration = options.common.configuration;
  beginGroup(app, "Device");
  addDevice(app, options.common.device);
  beginGroup(app, "What is sorted");
  addWord(app, "--keys", configuration.input.ordering.key_type, kKeyTypes, "key type");
  addOrder(app, configuration.input.ordering.order);
  addDistribution(app, configuration.input.distribution);
  beginGroup(app, "How vksort sorts");
  addTuning(app, configuration.tuning);
  addBaseline(app, configuration.baseline);
  addPowers(app, options.common.sizes);
  addRepeat(app, options.common);
  addCsv(app, options.outputs.csv);
  addJson(app, options.outputs);
}

void finish(const CLI::App& app, PaperOptions& options) {
  checkPowers(options.common.sizes);
  checkCsv(app);
  if (given(app, "--against") && !options.outputs.json) refuse("--against: needs --json, the table has no room for it");
}

}  // namespace bench
