#include "growth/growth_options.h"

#include <CLI/CLI.hpp>

namespace bench {

void addOptions(CLI::App& app, GrowthOptions& options) {
  app.footer(std::string("Columns:\n"
                         "  planned, recorded: dispatches\n"
                         "  bytes/key: of elements that the planned dispatches read and write\n"
                         "  copy: these ") +
             kCopyRate + "Rules:\n  more or fewer dispatches than planned are exit code 1\n" + kInputRule + kCheckRule +
             kExitCodes);
  addCommon(app, options.common);
  addTuning(app, options.common.configuration.tuning);
  addCsv(app, options.csv);
}

void finish(const CLI::App& app, GrowthOptions& options) {
  finishCommon(app, options.common);
  checkCsv(app);
}

}  // namespace bench
