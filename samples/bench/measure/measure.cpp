#include "measure/measure.h"

#include <algorithm>
#include <chrono>

#include "gpu/commands.h"
#include "gpu/timestamps.h"
#include "input/parallel.h"
#include "input/verify.h"

namespace bench {
namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void fill(Measurement& out, const std::vector<double>& microseconds) {
  out.median_us = median(microseconds);
  out.min_us = *std::min_element(microseconds.begin(), microseconds.end());
  out.max_us = *std::max_element(microseconds.begin(), microseconds.end());
}

double microsecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

// `rankOf(i)` gives the integers to sort.
template <typename Rank, typename RankOf>
Measurement timeStdSort(std::size_t count, std::uint32_t repeat, RankOf rankOf) {
  std::vector<Rank> ranks(count);
  std::vector<double> cpu_us;
  for (std::uint32_t i = 0; i < repeat; ++i) {
    forPieces(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e) ranks[e] = rankOf(e);
    });
    const auto start = std::chrono::steady_clock::now();
    std::sort(ranks.begin(), ranks.end());
    cpu_us.push_back(microsecondsSince(start));
  }
  Measurement out;
  fill(out, cpu_us);
  out.verified = std::is_sorted(ranks.begin(), ranks.end());
  return out;
}

}  // namespace

Rounds roundsFor(const Options& options, std::uint32_t count) {
  const bool large = count >= 1u << 26;
  const std::uint32_t timed = options.repeat.value_or(large ? 5 : 15);
  return {large ? 1u : std::min(timed, 3u), timed};
}

Measurement measureDevice(const gpu::Device& device, Algorithm& algorithm, const Workload& workload, Rounds rounds,
                          std::uint32_t first_round) {
  algorithm.prepare(workload.buffers(), workload.count());
  const std::uint32_t total = rounds.warm_ups + rounds.timed;
  const gpu::Timestamps times(device, total);
  Measurement out;
  out.dispatches = algorithm.dispatchCount();
  std::vector<double> gpu_us, record_us;
  // A few sorts per submission keep the clocks up; many would let a slow device run into a time-out.
  const std::uint32_t batch = workload.count() < 1u << 22 ? Algorithm::kSlots : 1;
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
  out.verified = workload.verify(algorithm.run());
  return out;
}

Measurement measureCpu(const Options& options, const Elements& input) {
  const std::size_t count = input.keys.size();
  const std::uint32_t repeat = count >= 1u << 20 ? 1 : std::min(options.repeat.value_or(5), 5u);
  const auto order = [&](std::size_t i) { return orderOf(input.keys[i], options.key_type, options.order); };
  if (input.values.empty()) return timeStdSort<std::uint32_t>(count, repeat, order);
  return timeStdSort<std::uint64_t>(count, repeat,
                                    [&](std::size_t i) { return std::uint64_t{order(i)} << 32 | input.values[i]; });
}

}  // namespace bench
