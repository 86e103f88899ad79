#include "growth/growth.h"

#include <cstdio>
#include <memory>

#include "algorithms/vksort_algorithm.h"
#include "growth/counted_dispatches.h"
#include "measure/bandwidth.h"
#include "output/output_file.h"

namespace bench {
namespace {

double bytesOf(const GrowthRow& row) {
  return static_cast<double>(row.planned.bytes_read) + static_cast<double>(row.planned.bytes_written);
}

double bytesPerSecond(const GrowthRow& row) { return bytesOf(row) / (row.measured.median_us * 1e-6); }

double copyShare(const GrowthRow& row) { return row.copy_rate > 0 ? bytesPerSecond(row) / row.copy_rate : 0; }

double nanosecondsPerKey(const GrowthRow& row) { return row.measured.median_us * 1000 / row.count; }

void print(const GrowthRow& row) {
  std::printf("%10u %8u %9.0f %10.1f %10.4f %10.2f %8.1f %6.1f%% %10.2f %s\n", row.count, row.planned.dispatches,
              row.recorded, bytesOf(row) / row.count, nanosecondsPerKey(row), row.measured.median_us,
              bytesPerSecond(row) / 1e9, copyShare(row) * 100, row.measured.record_us,
              row.measured.verified ? "yes" : "NO");
  std::fflush(stdout);
}

}  // namespace

bool agrees(const GrowthRow& row) { return row.recorded == row.planned.dispatches; }

const char* growthHeader() {
  return "keys,values,layout,ties,n,dispatches_planned,dispatches_recorded,bytes_per_key,ns_per_key,median_us,"
         "bytes_per_s,copy_share,cpu_record_us,verified";
}

std::string growthCsv(const Options& options, const GrowthRow& row) {
  char text[256];
  std::snprintf(text, sizeof text, "%s,%s,%s,%s,%u,%u,%g,%.3f,%.5f,%.2f,%.4g,%.4f,%.2f,%s",
                wordOf(options.key_type).c_str(), options.values == vksort::Values::none ? "none" : "u32",
                options.values == vksort::Values::interleaved ? "interleaved" : "split", wordOf(options.ties).c_str(),
                row.count, row.planned.dispatches, row.recorded, bytesOf(row) / row.count, nanosecondsPerKey(row),
                row.measured.median_us, bytesPerSecond(row), copyShare(row), row.measured.record_us,
                row.measured.verified ? "yes" : "no");
  return text;
}

int growth(const gpu::Device& device, const Options& options, const Plan& plan) {
  std::unique_ptr<OutputFile> file;
  if (!options.csv.empty()) {
    file = std::make_unique<OutputFile>("--csv", options.csv);
    file->stream() << growthHeader() << '\n';
  }
  Vksort sort(device, options, VK_NULL_HANDLE, countingInstanceProcAddr);
  const double copy_rate = copyBandwidth(device);
  std::printf("device: %s, a kernel copies %.0f GB/s\n\n", device.properties().core.deviceName, copy_rate / 1e9);
  std::printf("%10s %8s %9s %10s %10s %10s %8s %7s %10s %s\n", "n", "planned", "recorded", "bytes/key", "ns/key", "us",
              "GB/s", "copy", "record us", "verified");
  bool right = true;
  for (const Point& point : plan.points) {
    const Workload workload(device, options, makeInput(options, point.count), point.count);
    const Rounds rounds = roundsFor(options, point.count);
    const std::uint64_t before = countedDispatches();
    GrowthRow row;
    row.count = point.count;
    row.copy_rate = copy_rate;
    row.measured = measureDevice(device, sort, workload, rounds);
    row.recorded = static_cast<double>(countedDispatches() - before) / (rounds.warm_ups + rounds.timed);
    row.planned = sort.sorter().plan(point.count);
    print(row);
    if (file) file->stream() << growthCsv(options, row) << std::endl;
    if (!agrees(row)) std::fprintf(stderr, "vksort-bench: the plan of %u elements is wrong\n", row.count);
    right &= row.measured.verified && agrees(row);
  }
  if (file) file->finish();
  return right ? 0 : 1;
}

}  // namespace bench
