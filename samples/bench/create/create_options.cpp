#include "create/create_options.h"

#include <CLI/CLI.hpp>

#include "command_line/texts.h"
#include "command_line/word_option.h"

namespace bench {

void addOptions(CLI::App& app, CreateOptions& options) {
  app.footer(
      "Columns:\n"
      "  SPIR-V bytes: of the module that the driver gets\n"
      "  ms: time of the module and the pipeline; of the sum, on one thread\n"
      "Exit codes:\n"
      "  0: the Sorter was created   2: it was not, bad input, no device, or output that is lost\n");
  Configuration& configuration = options.common.configuration;
  addSorter(app, options.common);
  addSorterModes(app, configuration);
  addTuning(app, configuration.tuning);
  beginGroup(app, "Creation");
  app.add_option("--max-count", configuration.max_count, "elements of the largest sort; default any number")
      ->check(wholeNumber(1, 0xffffffff));
  app.add_option("--threads", configuration.threads, "threads that create pipelines; default 1")
      ->check(wholeNumber(1, 1024));
  addFlag(app, "--staged", configuration.staged, "create the baseline first, then the other pipelines");
  addFlag(app, "--statistics", options.statistics, "the driver's statistics of each pipeline, such as registers");
  addCsv(app, options.csv);
}

void finish(const CLI::App& app, CreateOptions& options) {
  finishSorter(app, options.common);
  finishSorterModes(app, options.common.configuration);
  checkCsv(app);
}

}  // namespace bench
