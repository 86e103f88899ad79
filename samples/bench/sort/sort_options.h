// The command line of `vksort-bench sort`.
#pragma once

#include "command_line/common.h"

namespace bench {

struct SortOptions {
  Common common;
  std::vector<std::string> algorithms = {"vksort"};  // or just {"all"}
  OutputOptions outputs;
};

void addOptions(CLI::App& app, SortOptions& options);

// After parsing. Errors: std::invalid_argument for options that do not go together.
void finish(const CLI::App& app, SortOptions& options);

}  // namespace bench
