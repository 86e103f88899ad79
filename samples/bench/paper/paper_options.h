// The command line of `vksort-bench paper`.
#pragma once

#include "command_line/common.h"

namespace bench {

struct PaperOptions {
  PaperOptions() { common.sizes.defaults = {.min_log2 = 15, .max_log2 = 29, .software_max_log2 = 18}; }

  Common common;
  OutputOptions outputs;
};

void addOptions(CLI::App& app, PaperOptions& options);

// After parsing. Errors: std::invalid_argument for options that do not go together.
void finish(const CLI::App& app, PaperOptions& options);

}  // namespace bench
