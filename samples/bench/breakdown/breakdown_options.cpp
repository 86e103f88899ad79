#include "breakdown/breakdown_options.h"

#include <CLI/CLI.hpp>

namespace bench {

void addOptions(CLI::App& app, BreakdownOptions& options) {
  app.footer(std::string("Columns:\n"
                         "  launches: time of as many passes that do nothing\n"
                         "  memory: time in which a kernel copies the bytes that all passes read and write\n"
                         "  rest: time of the sort without both\n"
                         "Rules:\n") +
             kInputRule + kCheckRule + kExitCodes);
  addCommon(app, options.common);
  addTuning(app, options.common.configuration.tuning);
  addSegments(app, options.common.configuration.segments);
  addCsv(app, options.csv);
}

void finish(const CLI::App& app, BreakdownOptions& options) {
  finishCommon(app, options.common);
  finishSegments(options.common.configuration);
  checkCsv(app);
}

}  // namespace bench
