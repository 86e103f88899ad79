#include "tune/tune_options.h"

namespace bench {

void addOptions(CLI::App& app, TuneOptions& options) {
  addCommon(app, options.common, "timed sorts of each size and comparison; the median counts; default 9");
  addFile(app, "--save-tuning", options.save_tuning, "file for the line that is found");
}

void finish(const CLI::App& app, TuneOptions& options) { finishCommon(app, options.common); }

}  // namespace bench
