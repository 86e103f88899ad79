#include "growth/growth.h"

#include <cstdio>
#include <optional>

#include "algorithms/plans.h"
#include "algorithms/vksort_algorithm.h"
#include "files/whole_file.h"
#include "gpu/commands.h"
#include "growth/counted_dispatches.h"
#include "growth/growth_report.h"
#include "measure/bandwidth.h"
#include "program/program.h"
#include "session/plan.h"

namespace bench {

int run(const gpu::Device& device, const GrowthOptions& options) {
  const Configuration& configuration = options.common.configuration;
  const Plan plan = makePlan(device, configuration, options.common.sizes);
  std::optional<samples::WholeFile> file;
  if (!options.csv.empty()) {
    file.emplace("--csv", options.csv);
    file->write(growthHeader() + std::string("\n"));
  }
  Vksort sort(device, configuration, VK_NULL_HANDLE, countingInstanceProcAddr);
  const double copy_rate = copyBandwidth(device);
  std::printf("device: %s, a kernel copies %.0f GB/s\n\n", device.properties().core.deviceName, copy_rate / 1e9);
  std::fputs(growthTitles(), stdout);
  const Input& input = configuration.input;
  bool right = true;
  for (const Point& point : plan.points) {
    const Workload workload(device, input, makeInput(input, point.count), point.count);
    const Rounds rounds = roundsFor(options.common.repeat, point.count);
    gpu::raiseClocks(device);
    const std::uint64_t before = countedDispatches();
    GrowthRow row;
    row.count = point.count;
    row.copy_rate = copy_rate;
    row.measured = measureDevice(device, sort, workload, rounds);
    row.recorded = static_cast<double>(countedDispatches() - before) / (rounds.warm_ups + rounds.timed);
    row.planned = sort.dispatchCount();
    row.planned_bytes = bytesOf(sort.passes());
    row.used = sort.used();
    row.scratch_bytes = sort.scratchBytes();
    std::fputs(growthText(row).c_str(), stdout);
    samples::requireWritten(stdout);
    if (file) file->write(growthCsv(configuration, row) + "\n");
    if (!row.measured.verified) std::fprintf(stderr, "vksort-bench: a result was not sorted\n");
    if (!agrees(row)) std::fprintf(stderr, "vksort-bench: the plan of %u elements is wrong\n", row.count);
    right &= isRight(row);
  }
  if (file) file->finish();
  return right ? 0 : 1;
}

}  // namespace bench
