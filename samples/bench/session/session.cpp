#include "session/session.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <map>

#include "breakdown/breakdown.h"
#include "gpu/select.h"
#include "growth/growth.h"
#include "ladder/ladder_table.h"
#include "measure/bandwidth.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/table.h"
#include "session/plan.h"
#include "tune/tune.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<std::unique_ptr<Output>> openOutputs(const Options& options) {
  std::vector<std::unique_ptr<Output>> outputs;
  if (!options.csv.empty()) outputs.push_back(std::make_unique<CsvFile>(options, options.csv));
  if (options.json) {
    outputs.push_back(std::make_unique<JsonArray>(options, stdout));
  } else if (options.ladder) {
    outputs.push_back(std::make_unique<LadderTable>(stdout));
  } else {
    outputs.push_back(std::make_unique<Table>(stdout));
  }
  return outputs;
}

// Measures rows one after another; algorithms are created when first needed and kept.
class Session {
 public:
  Session(const gpu::Device& device, const Options& options)
      : device_(device), options_(options), copy_rate_(copyBandwidth(device)) {
    if (!options.against.empty()) anchors_ = readAnchors(options.against);
  }

  double copyRate() const { return copy_rate_; }

  template <typename OnRow>
  void measure(const Point& point, OnRow on_row) {
    const Elements input = makeInput(options_, point.count);
    std::uint32_t capacity = point.count;
    for (const std::string& name : point.algorithms)
      capacity = std::max(capacity, capacityFor(options_, name, point.count));
    const Workload workload(device_, options_, input, capacity);
    for (const std::string& name : point.algorithms) on_row(row(name, input, workload));
  }

 private:
  Row row(const std::string& name, const Elements& input, const Workload& workload) {
    Row row;
    row.algorithm = name;
    row.count = workload.count();
    progress(row);
    if (name == "cpu") {
      row.measured = measureCpu(options_, input);
    } else {
      row.measured = measureDevice(device_, algorithm(name), workload, roundsFor(options_, row.count));
      row.bytes_moved = static_cast<double>(algorithm(name).bytesMoved());
      const double moved_per_second = row.bytes_moved / (row.measured.median_us * 1e-6);
      if (copy_rate_ > 0 && row.measured.median_us > 0) row.copy_share = moved_per_second / copy_rate_;
    }
    // These do less than the others.
    if (std::has_single_bit(row.count) && name != "block" && name != "verify") {
      const char* mode = options_.values == vksort::Values::none ? "keys" : "pairs";
      row.anchors = anchorsFor(anchors_, mode, static_cast<std::uint32_t>(std::countr_zero(row.count)));
    }
    return row;
  }

  Algorithm& algorithm(const std::string& name) {
    std::unique_ptr<Algorithm>& made = algorithms_[name];
    if (made == nullptr) {
      const auto start = Clock::now();
      made = makeAlgorithm(device_, options_, name);
      const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
      if (name == "vksort") std::fprintf(stderr, "vksort: sorter created in %.1f ms\n", spent.count());
    }
    return *made;
  }

  // Large sizes take a while, and so do small ones on a software device.
  void progress(const Row& row) {
    const std::chrono::duration<double> since_start = Clock::now() - start_;
    if (row.count < 1u << 22 && since_start.count() < 5) return;
    std::fprintf(stderr, "%4.0f s: %s, %u elements\n", since_start.count(), row.algorithm.c_str(), row.count);
  }

  const gpu::Device& device_;
  const Options& options_;
  double copy_rate_;
  std::vector<Anchor> anchors_;
  std::map<std::string, std::unique_ptr<Algorithm>> algorithms_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

int run(const Options& options) {
  const gpu::Instance instance({.name = "vksort-bench"});
  const gpu::Device device(instance, {.physical = gpu::selectDevice(instance, options.device).handle});
  const Plan plan = makePlan(device, options);
  if (options.tune) return tune(device, options, plan);
  if (options.growth) return growth(device, options, plan);
  if (options.breakdown) return breakdown(device, options, plan);
  Session session(device, options);
  const auto outputs = openOutputs(options);
  std::fprintf(options.json ? stderr : stdout, "device: %s, a kernel copies %.0f GB/s\n\n",
               device.properties().core.deviceName, session.copyRate() / 1e9);
  for (const std::string& line : plan.skipped) std::fprintf(stderr, "skipped: %s\n", line.c_str());

  bool all_verified = true;
  for (const Point& point : plan.points) {
    session.measure(point, [&](const Row& row) {
      for (const auto& output : outputs) output->row(row);
      all_verified &= row.measured.verified;
    });
  }
  for (const auto& output : outputs) output->finish();
  if (!all_verified) std::fprintf(stderr, "vksort-bench: a result was not sorted\n");
  return all_verified ? 0 : 1;
}

}  // namespace bench
