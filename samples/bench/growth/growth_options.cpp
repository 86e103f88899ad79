#include "growth/growth_options.h"

namespace bench {

void addOptions(CLI::App& app, GrowthOptions& options) {
  addCommon(app, options.common);
  addTuning(app, options.common.configuration.tuning);
  addCsv(app, options.csv);
}

void finish(const CLI::App& app, GrowthOptions& options) {
  finishCommon(app, options.common);
  checkCsv(app);
}

}  // namespace bench
