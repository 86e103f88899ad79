#include "measure/measure.h"

#include <algorithm>
#include <chrono>

#include "gpu/commands.h"
#include "gpu/timestamps.h"
#include "measure/median.h"

namespace bench {
namespace {

double microsecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void fill(Measurement& out, const std::vector<double>& microseconds) {
  out.median_us = median(microseconds);
  out.min_us = *std::min_element(microseconds.begin(), microseconds.end());
  out.max_us = *std::max_element(microseconds.begin(), microseconds.end());
}

Rounds roundsFor(std::optional<std::uint32_t> repeat, std::uint32_t count) {
  const bool large = count >= 1u << 26;
  const std::uint32_t timed = repeat.value_or(large ? 5 : 15);
  return {large ? 1u : std::min(timed, 3u), timed};
}

std::uint32_t sortsPerSubmission(std::uint32_t count) { return count < 1u << 22 ? Algorithm::kSlots : 1; }

Measurement measureDevice(const gpu::Device& device, Algorithm& algorithm, const Workload& workload, Rounds rounds,
                          std::uint32_t first_round) {
  algorithm.prepare(workload.buffers(), workload.count());
  const std::uint32_t total = rounds.warm_ups + rounds.timed;
  const gpu::Timestamps times(device, total);
  Measurement out;
  out.dispatches = algorithm.dispatchCount();
  std::vector<double> gpu_us, record_us;
  const std::uint32_t batch = sortsPerSubmission(workload.count());
  for (std::uint32_t first = 0; first < total; first += batch) {
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      if (first == 0) times.reset(cmd);
      for (std::uint32_t i = first; i < std::min(total, first + batch); ++i) {
        workload.restore(cmd, first_round + i);
        gpu::fullBarrier(device, cmd);
        times.begin(cmd, i);
        const auto start = std::chrono::steady_clock::now();
        algorithm.record(cmd, i - first);
        record_us.push_back(microsecondsSince(start));
        times.end(cmd, i);
        gpu::fullBarrier(device, cmd);
      }
    });
  }
  for (std::uint32_t i = rounds.warm_ups; i < total; ++i) {
    if (const auto range = times.read(i)) gpu_us.push_back(range->duration() / 1000.0);
  }
  if (gpu_us.empty()) throw gpu::Error("the device's queue has no timestamps");
  fill(out, gpu_us);
  out.record_us = median(record_us);
  out.verified = workload.verify(algorithm.run(), first_round + total - 1);
  return out;
}

}  // namespace bench
