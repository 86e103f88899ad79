#include "breakdown/pass_times.h"

#include <algorithm>

#include "algorithms/vksort_algorithm.h"
#include "gpu/commands.h"
#include "measure/median.h"

namespace bench {
namespace {

gpu::Owned<VkQueryPool> makeTimestampPool(const gpu::Device& device, std::uint32_t queries) {
  if (device.properties().timestamp_valid_bits == 0) throw gpu::Error("the device's queue has no timestamps");
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = queries;
  VkQueryPool pool = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateQueryPool(device.handle(), &info, nullptr, &pool), "creating a timestamp query pool");
  return {device.handle(), pool, device.vk.vkDestroyQueryPool};
}

// Microseconds between neighbouring queries from `first` on.
std::vector<double> readPasses(const gpu::Device& device, VkQueryPool pool, std::uint32_t first,
                               std::uint32_t queries) {
  std::vector<std::uint64_t> ticks(queries);
  gpu::check(device.vk.vkGetQueryPoolResults(device.handle(), pool, first, queries, queries * sizeof ticks[0],
                                             ticks.data(), sizeof ticks[0], VK_QUERY_RESULT_64_BIT),
             "reading timestamps");
  const std::uint32_t bits = device.properties().timestamp_valid_bits;
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  std::vector<double> microseconds;
  for (std::uint32_t i = 1; i < queries; ++i) {
    const std::uint64_t passed = (ticks[i] - ticks[i - 1]) & mask;
    microseconds.push_back(static_cast<double>(passed) * device.properties().timestamp_period / 1000);
  }
  return microseconds;
}

}  // namespace

double timedTotal(const Breakdown& breakdown) {
  double sum = 0;
  for (const PassTime& pass : breakdown.passes) sum += pass.median_us;
  return sum;
}

void attribute(Breakdown& breakdown, const Costs& costs) {
  double bytes = 0;
  for (const PassTime& pass : breakdown.passes) {
    bytes += static_cast<double>(pass.plan.bytes_read) + static_cast<double>(pass.plan.bytes_written);
  }
  breakdown.launch_us = static_cast<double>(breakdown.passes.size()) * costs.empty_us;
  breakdown.memory_us = costs.copy_rate > 0 ? bytes / costs.copy_rate * 1e6 : 0;
  breakdown.rest_us = breakdown.untimed.median_us - breakdown.launch_us - breakdown.memory_us;
}

Breakdown measureBreakdown(const gpu::Device& device, Vksort& sort, const Workload& workload, Rounds rounds) {
  Breakdown breakdown;
  breakdown.count = workload.count();
  breakdown.untimed = measureDevice(device, sort, workload, rounds);
  breakdown.used = sort.used();
  breakdown.scratch_bytes = sort.scratchBytes();
  for (const vksort::PassPlan& pass : sort.passes()) breakdown.passes.push_back({pass, 0});
  const std::uint32_t total = rounds.warm_ups + rounds.timed;
  if (breakdown.passes.empty()) return breakdown;
  const auto queries = static_cast<std::uint32_t>(breakdown.passes.size()) + 1;
  const gpu::Owned<VkQueryPool> pool = makeTimestampPool(device, total * queries);
  const std::uint32_t batch = sortsPerSubmission(workload.count());
  for (std::uint32_t first = 0; first < total; first += batch) {
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      if (first == 0) device.vk.vkCmdResetQueryPool(cmd, pool.get(), 0, total * queries);
      for (std::uint32_t i = first; i < std::min(total, first + batch); ++i) {
        workload.restore(cmd, i);
        gpu::fullBarrier(device, cmd);
        const vksort::Timestamps timestamps = {pool.get(), i * queries, queries};
        sort.record(cmd, i - first, &timestamps);
        gpu::fullBarrier(device, cmd);
      }
    });
  }
  breakdown.untimed.verified &= workload.verify(sort.run(), total - 1);
  std::vector<std::vector<double>> passes(queries - 1);
  for (std::uint32_t round = rounds.warm_ups; round < total; ++round) {
    const std::vector<double> times = readPasses(device, pool.get(), round * queries, queries);
    for (std::size_t i = 0; i < times.size(); ++i) passes[i].push_back(times[i]);
  }
  for (std::size_t i = 0; i < passes.size(); ++i) breakdown.passes[i].median_us = median(passes[i]);
  return breakdown;
}

}  // namespace bench
