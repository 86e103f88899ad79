// The command line of `vksort-bench tune`.
#pragma once

#include "command_line/common.h"

namespace bench {

struct TuneOptions {
  TuneOptions() { common.sizes.defaults.software_max_log2 = 14; }

  Common common;
  std::string save_tuning;  // file for what was found; empty: none
};

void addOptions(CLI::App& app, TuneOptions& options);

// After parsing. Errors: std::invalid_argument for options that do not go together.
void finish(const CLI::App& app, TuneOptions& options);

}  // namespace bench
