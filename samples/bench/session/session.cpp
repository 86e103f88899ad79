#include "session/session.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <map>

#include "algorithms/algorithms.h"
#include "gpu/commands.h"
#include "measure/bandwidth.h"
#include "measure/std_sort.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

// Measures rows one after another; algorithms are created when first needed and kept.
class Session {
 public:
  Session(const gpu::Device& device, const SessionInfo& info)
      : device_(device), info_(info), copy_rate_(copyBandwidth(device)) {
    if (!info.outputs.against.empty()) anchors_ = readAnchors(info.outputs.against);
  }

  double copyRate() const { return copy_rate_; }

  template <typename OnRow>
  void measure(const Point& point, OnRow on_row) {
    const Configuration& configuration = info_.configuration;
    const Elements input = makeInput(configuration.input, point.count);
    std::uint32_t capacity = point.count;
    for (const std::string& name : point.algorithms)
      capacity = std::max(capacity, capacityFor(configuration, name, point.count));
    const Workload workload(device_, configuration.input, input, capacity);
    for (const std::string& name : point.algorithms) on_row(row(name, input, workload));
  }

 private:
  Row row(const std::string& name, const Elements& input, const Workload& workload) {
    Row row;
    row.algorithm = name;
    row.count = workload.count();
    progress(row);
    const vksort::Ordering& ordering = info_.configuration.input.ordering;
    if (name == "cpu") {
      row.measured = measureCpu(ordering, info_.repeat, input);
    } else {
      Algorithm& sort = algorithm(name);
      gpu::raiseClocks(device_);
      row.measured = measureDevice(device_, sort, workload, roundsFor(info_.repeat, row.count));
      row.bytes_moved = static_cast<double>(sort.bytesMoved());
      row.used = sort.used();
      row.scratch_bytes = sort.scratchBytes();
      const double moved_per_second = row.bytes_moved / (row.measured.median_us * 1e-6);
      if (copy_rate_ > 0 && row.measured.median_us > 0) row.copy_share = moved_per_second / copy_rate_;
    }
    // These do less than the others.
    if (std::has_single_bit(row.count) && name != "block" && name != "verify") {
      const char* mode = ordering.payload == vksort::Payload::none ? "keys" : "pairs";
      row.anchors = anchorsFor(anchors_, mode, static_cast<std::uint32_t>(std::countr_zero(row.count)));
    }
    return row;
  }

  Algorithm& algorithm(const std::string& name) {
    std::unique_ptr<Algorithm>& made = algorithms_[name];
    if (made == nullptr) {
      const auto start = Clock::now();
      made = makeAlgorithm(device_, info_.configuration, name);
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
  const SessionInfo& info_;
  double copy_rate_;
  std::vector<Anchor> anchors_;
  std::map<std::string, std::unique_ptr<Algorithm>> algorithms_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

int measurePlan(const gpu::Device& device, const SessionInfo& info, const Plan& plan, std::unique_ptr<Output> table) {
  Session session(device, info);
  const auto outputs = openOutputs(info.outputs, info.configuration, std::move(table));
  std::fprintf(info.outputs.json ? stderr : stdout, "device: %s, a kernel copies %.0f GB/s\n\n",
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
