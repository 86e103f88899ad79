// --growth: what the plan predicts of a sort and what is measured, side by side, over n.
#pragma once

#include "gpu/device.h"
#include "measure/measure.h"
#include "session/plan.h"

namespace bench {

struct GrowthRow {
  std::uint32_t count = 0;
  vksort::Plan planned{};
  double recorded = 0;  // dispatches per sort, as counted
  Measurement measured;
  double copy_rate = 0;  // bytes per second
};

// Whether as many dispatches were recorded as planned.
bool agrees(const GrowthRow& row);

// The first line, without its end, and one row.
const char* growthHeader();
std::string growthCsv(const Options& options, const GrowthRow& row);

// Prints a table, writes the CSV that the options name. Returns the exit code: 1 if a result was not sorted or a plan
// was wrong. Errors: std::exception with one line; no file is written.
int growth(const gpu::Device& device, const Options& options, const Plan& plan);

}  // namespace bench
