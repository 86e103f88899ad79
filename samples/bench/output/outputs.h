// The outputs that a command line asks for.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/configuration.h"
#include "output/output.h"

namespace bench {

struct OutputOptions {
  std::string csv;      // file; empty: none
  bool json = false;    // rows as JSON on stdout, all else on stderr
  std::string against;  // anchor table; empty: none
};

// `table` is for stdout where there is no JSON; it comes first, so that no file is finished if stdout fails.
// `configuration` must outlive them. Errors: std::runtime_error if a file
// cannot be written; nothing is left behind.
std::vector<std::unique_ptr<Output>> openOutputs(const OutputOptions& options, const Configuration& configuration,
                                                 std::unique_ptr<Output> table);

}  // namespace bench
