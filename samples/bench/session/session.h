// One run of the benchmark.
#pragma once

#include "command_line/options.h"

namespace bench {

// Measures what the options ask for and writes it to stdout and the files they name.
// Returns the exit code: 0, or 1 if a result was not sorted. Errors: std::exception with one line; no file is written.
int run(const Options& options);

}  // namespace bench
