#include "breakdown/breakdown_options.h"

namespace bench {

void addOptions(CLI::App& app, BreakdownOptions& options) {
  addCommon(app, options.common);
  addTuning(app, options.common.configuration.tuning);
  addLists(app, options.common.configuration.lists);
  addCsv(app, options.csv);
}

void finish(const CLI::App& app, BreakdownOptions& options) {
  finishCommon(app, options.common);
  checkCsv(app);
}

}  // namespace bench
