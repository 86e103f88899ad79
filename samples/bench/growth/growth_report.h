// What the plan predicts of a sort and what is measured, side by side.
#pragma once

#include <string>

#include "algorithms/configuration.h"
#include "measure/measure.h"

namespace bench {

struct GrowthRow {
  std::uint32_t count = 0;
  std::uint32_t planned = 0;        // dispatches
  std::uint64_t planned_bytes = 0;  // that they read and write
  double recorded = 0;              // dispatches per sort, as counted
  Measurement measured;
  double copy_rate = 0;             // bytes per second
  std::string used;                 // which of vksort's algorithms
  std::uint64_t scratch_bytes = 0;  // that it was given
};

// Whether as many dispatches were recorded as planned.
bool agrees(const GrowthRow& row);
// The same, and whether what was measured was sorted.
bool isRight(const GrowthRow& row);

// The first line, without its end, and one row.
const char* growthHeader();
std::string growthCsv(const Configuration& configuration, const GrowthRow& row);

// For people: the titles of the columns, and one row, each a line.
const char* growthTitles();
std::string growthText(const GrowthRow& row);

}  // namespace bench
