#include "breakdown/breakdown_options.h"

namespace bench {

void addOptions(CLI::App& app, BreakdownOptions& options) {
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
