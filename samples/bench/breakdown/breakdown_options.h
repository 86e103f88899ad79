// The command line of `vksort-bench breakdown`.
#pragma once

#include "command_line/common.h"

namespace bench {

struct BreakdownOptions {
  Common common;
  std::string csv;  // file; empty: none
};

void addOptions(CLI::App& app, BreakdownOptions& options);

// After parsing. Errors: std::invalid_argument for options that do not go together.
void finish(const CLI::App& app, BreakdownOptions& options);

}  // namespace bench
