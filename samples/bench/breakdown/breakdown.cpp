#include "breakdown/breakdown.h"

#include <cstdio>
#include <optional>

#include "algorithms/vksort_algorithm.h"
#include "breakdown/breakdown_report.h"
#include "breakdown/empty_pass.h"
#include "files/whole_file.h"
#include "gpu/commands.h"
#include "measure/bandwidth.h"
#include "program/program.h"
#include "session/plan.h"

namespace bench {

int run(const gpu::Device& device, const BreakdownOptions& options) {
  const Configuration& configuration = options.common.configuration;
  const Plan plan = makePlan(device, configuration, options.common.sizes);
  std::optional<samples::WholeFile> file;
  if (!options.csv.empty()) {
    file.emplace("--csv", options.csv);
    file->write(breakdownHeader() + std::string("\n"));
  }
  Vksort sort(device, configuration);
  const double large_rate = copyBandwidth(device);
  Costs costs = {emptyPassTime(device), large_rate};
  std::printf("device: %s, a kernel copies %.0f GB/s in large buffers, a pass of nothing takes %.2f us\n",
              device.properties().core.deviceName, large_rate / 1e9, costs.empty_us);
  const Input& input = configuration.input;
  bool verified = true;
  for (const Point& point : plan.points) {
    const Workload workload(device, input, makeInput(input, point.count), point.count);
    gpu::raiseClocks(device);
    Breakdown measured = measureBreakdown(device, sort, workload, roundsFor(options.common.repeat, point.count));
    costs.copy_rate = cachedBandwidth(device, workload.bytes(), large_rate);
    attribute(measured, costs);
    std::printf("\n%s", breakdownText(measured, costs).c_str());
    samples::requireWritten(stdout);
    if (file) file->write(breakdownCsv(configuration, measured, costs));
    verified &= measured.untimed.verified;
  }
  if (file) file->finish();
  if (!verified) std::fprintf(stderr, "vksort-bench: a result was not sorted\n");
  return verified ? 0 : 1;
}

}  // namespace bench
