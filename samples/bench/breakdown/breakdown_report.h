// A breakdown as text and as comma-separated values.
#pragma once

#include <string>

#include "algorithms/configuration.h"
#include "breakdown/pass_times.h"

namespace bench {

// The passes of one kernel.
struct KernelTime {
  std::string name;
  std::uint32_t passes = 0;
  double us = 0;
  double bytes = 0;
};
// In the order of their first pass.
std::vector<KernelTime> byKernel(const Breakdown& breakdown);

// For people: the total, its parts, and a line for each kernel. Several lines.
std::string breakdownText(const Breakdown& breakdown, const Costs& costs);

// The first line, without its end; then a line for each pass, each with what holds for all of them.
const char* breakdownHeader();
std::string breakdownCsv(const Configuration& configuration, const Breakdown& breakdown, const Costs& costs);

}  // namespace bench
