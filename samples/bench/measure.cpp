#include "bench/measure.h"

#include "gpu/commands.h"
#include "gpu/timestamps.h"

namespace bench {

void fill(Measurement& out, const std::vector<double>& microseconds) {
  out.median_us = median(microseconds);
  out.min_us = *std::ranges::min_element(microseconds);
  out.max_us = *std::ranges::max_element(microseconds);
}

Rounds roundsFor(std::optional<std::uint32_t> repeat, std::uint32_t count) {
  const bool large = count >= 1u << 26;
  const std::uint32_t timed = repeat.value_or(large ? 5 : 15);
  return {large ? 1u : std::min(timed, 3u), timed};
}

std::uint32_t sortsPerSubmission(std::uint32_t count) { return count < 1u << 22 ? Algorithm::kSlots : 1; }

Measurement measureDevice(const gpu::Device& device, Algorithm& algorithm, const Workload& workload, Rounds rounds,
                          std::uint32_t first_round) {
  using Clock = std::chrono::steady_clock;
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
        const auto start = Clock::now();
        algorithm.record(cmd, i - first);
        record_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
        times.end(cmd, i);
        gpu::fullBarrier(device, cmd);
      }
    });
  }
  for (std::uint32_t i = rounds.warm_ups; i < total; ++i) {
    if (const auto range = times.read(i)) gpu_us.push_back(range->duration() / 1000.0);
  }
  if (gpu_us.empty()) throw gpu::Error("the device's queue does not support timestamps");
  fill(out, gpu_us);
  out.record_us = median(record_us);
  const auto runStart = [&](std::uint64_t place) { return algorithm.runStart(place); };
  out.verified = workload.verify(runStart, first_round + total - 1);
  return out;
}

Measurement measureCpu(const vksort::Ordering& ordering, std::optional<std::uint32_t> repeat,
                       const Elements& elements) {
  struct WidePair {
    std::uint64_t key;
    std::uint32_t payload;
    auto operator<=>(const WidePair&) const = default;
  };
  const Keys keys(elements.keys, ordering.key_type);
  const std::size_t count = keys.size();
  const std::uint32_t rounds = count >= 1u << 20 ? 1 : std::min(repeat.value_or(5), 5u);
  const auto order = [&](std::size_t i) { return orderOf(keys[i], ordering.key_type, ordering.order); };
  const std::vector<std::uint32_t>& payloads = elements.payloads;
  if (ordering.key_type == vksort::KeyType::u64) {
    if (payloads.empty()) return timeStdSort<std::uint64_t>(count, rounds, order);
    return timeStdSort<WidePair>(count, rounds, [&](std::size_t i) { return WidePair{order(i), payloads[i]}; });
  }
  if (payloads.empty())
    return timeStdSort<std::uint32_t>(count, rounds,
                                      [&](std::size_t i) { return static_cast<std::uint32_t>(order(i)); });
  return timeStdSort<std::uint64_t>(count, rounds, [&](std::size_t i) { return order(i) << 32 | payloads[i]; });
}

}  // namespace bench
