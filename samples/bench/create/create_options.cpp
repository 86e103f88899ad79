#include "create/create_options.h"

#include <CLI/CLI.hpp>

#include "command_line/refuse.h"
#include "command_line/texts.h"
#include "command_line/word_option.h"

namespace bench {

void addOptions(CLI::App& app, CreateOptions& options) {
  Configuration& configuration = options.common.configuration;
  addSorted(app, options.common);
  addModes(app, configuration);
  addTuning(app, configuration.tuning);
  app.add_option("--max-count", configuration.max_count, "the most elements that are sorted; default: any number")
      ->check(wholeNumber(1, 0xffffffff));
  addFlag(app, "--always-lends", configuration.always_lends, "each sort is lent memory, where it takes any");
  app.add_option("--threads", configuration.threads, "that pipelines are made on at once; default: 1")
      ->check(wholeNumber(1, 1024));
  addFlag(app, "--statistics", options.statistics, "what the driver says of each pipeline, such as its registers");
  addCsv(app, options.csv);
}

void finish(const CLI::App& app, CreateOptions& options) {
  const Configuration& configuration = options.common.configuration;
  finishSorted(app, options.common);
  finishModes(app, configuration);
  if (given(app, "--hook")) checkHook(app, "--hook", configuration.input.ordering);
  checkCsv(app);
}

}  // namespace bench
