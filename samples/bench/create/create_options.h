// The command line of `vksort-bench create`.
#pragma once

#include "command_line/common.h"

namespace bench {

struct CreateOptions {
  CreateOptions() {
    common.configuration.scratch = vksort::Scratch::optional;
    common.configuration.threads = 1;
  }

  Common common;            // its sizes and repetitions mean nothing here
  bool statistics = false;  // of pipelines, which the device must offer
  std::string csv;          // file; empty: none
};

void addOptions(CLI::App& app, CreateOptions& options);

// After parsing. Errors: std::invalid_argument for options that do not go together.
void finish(const CLI::App& app, CreateOptions& options);

}  // namespace bench
