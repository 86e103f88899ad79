// Measuring the points of a plan, row by row.
#pragma once

#include <optional>

#include "algorithms/configuration.h"
#include "output/outputs.h"
#include "session/plan.h"

namespace bench {

struct SessionInfo {
  Configuration configuration;
  std::optional<std::uint32_t> repeat;  // as given
  OutputOptions outputs;
};

// Writes a row for each algorithm of each point to `table`, or as JSON, and to the file that the outputs name.
// Returns the exit code: 0, or 1 if a result was not sorted. Errors: std::exception with one line; no file is written.
int measurePlan(const gpu::Device& device, const SessionInfo& info, const Plan& plan, std::unique_ptr<Output> table);

}  // namespace bench
