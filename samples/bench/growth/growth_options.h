// The command line of `vksort-bench growth`.
#pragma once

#include "command_line/common.h"

namespace bench {

struct GrowthOptions {
  Common common;
  std::string csv;  // file; empty: none
};

void addOptions(CLI::App& app, GrowthOptions& options);

// After parsing. Errors: std::invalid_argument for options that do not go together.
void finish(const CLI::App& app, GrowthOptions& options);

}  // namespace bench
