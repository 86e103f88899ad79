// The time of each pass of a sort, and what the whole is spent on.
#pragma once

#include "bench/commands.h"

namespace bench {

// What the device costs, whatever is sorted.
struct Costs {
  double empty_us = 0;   // emptyPassTime()
  double copy_rate = 0;  // bytes per second within as many bytes as are sorted, cachedBandwidth()
};

struct PassTime {
  vksort::PassPlan plan{};
  double median_us = 0;
};

struct Breakdown {
  std::uint32_t count = 0;
  Measurement untimed;              // without timestamps between the passes
  std::vector<PassTime> passes;     // in order, each from the end of the one before, so with its barrier
  std::string used;                 // which of vksort's algorithms
  std::uint64_t scratch_bytes = 0;  // of vksort
  // Parts of the untimed total. Launches: each dispatch as long as a pass of nothing. Memory: all bytes at the copy
  // rate. The rest: shared memory, instructions, latency, and a device that few elements do not fill.
  double launch_us = 0;
  double memory_us = 0;
  double rest_us = 0;
};
// Fills in the parts.
void attribute(Breakdown& breakdown, const Costs& costs);

// Errors: as measureDevice().
Breakdown measureBreakdown(const gpu::Device& device, Vksort& sort, const Workload& workload, Rounds rounds);

// The passes of one kernel.
struct KernelTime {
  std::string name;
  std::uint32_t passes = 0;
  double us = 0;
  double bytes = 0;
};
// In the order of their first pass.
std::vector<KernelTime> byKernel(const Breakdown& breakdown);

// The columns of the CSV for each pass.
std::vector<Fields> breakdownRows(const Configuration& configuration, const Breakdown& breakdown, const Costs& costs);

}  // namespace bench
