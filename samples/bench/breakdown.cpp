// `vksort-bench breakdown`.
#include "bench/breakdown.h"

#include "devices/devices.h"
#include "gpu/commands.h"
#include "program/program.h"

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

double bytesOf(const vksort::PassPlan& plan) {
  return static_cast<double>(plan.bytes_read) + static_cast<double>(plan.bytes_written);
}

// The sum of the passes. More than the untimed total by what the timestamps cost.
double timedTotal(const Breakdown& breakdown) {
  double sum = 0;
  for (const PassTime& pass : breakdown.passes) sum += pass.median_us;
  return sum;
}

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

// The total, its parts, and a line for each kernel.
void print(const Breakdown& b, const Costs& costs) {
  const double total = b.untimed.median_us;
  const double timed = timedTotal(b);
  std::printf(
      "\n%u elements: %.2f us, %zu passes, %s; sum of the timed passes %.2f us (%+.1f %%)\n"
      "  launches %10.2f us %5.1f %%   memory at %.0f GB/s %10.2f us %5.1f %%   rest %10.2f us %5.1f %%\n",
      b.count, total, b.passes.size(), b.untimed.verified ? "verified" : "NOT SORTED", timed,
      percent(timed - total, total), b.launch_us, percent(b.launch_us, total), costs.copy_rate / 1e9, b.memory_us,
      percent(b.memory_us, total), b.rest_us, percent(b.rest_us, total));
  for (const KernelTime& kernel : byKernel(b))
    std::printf("  %-14s %3u %s %10.2f us %5.1f %%  %8.1f GB/s\n", kernel.name.c_str(), kernel.passes,
                kernel.passes == 1 ? "pass  " : "passes", kernel.us, percent(kernel.us, timed),
                kernel.us > 0 ? kernel.bytes / kernel.us * 1e-3 : 0);
  samples::requireWritten(stdout);
}

}  // namespace

void attribute(Breakdown& breakdown, const Costs& costs) {
  double bytes = 0;
  for (const PassTime& pass : breakdown.passes) bytes += bytesOf(pass.plan);
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

std::vector<KernelTime> byKernel(const Breakdown& breakdown) {
  std::vector<KernelTime> kernels;
  for (const PassTime& pass : breakdown.passes) {
    auto kernel = std::ranges::find(kernels, pass.plan.name, &KernelTime::name);
    if (kernel == kernels.end()) kernel = kernels.insert(kernel, {pass.plan.name});
    ++kernel->passes;
    kernel->us += pass.median_us;
    kernel->bytes += bytesOf(pass.plan);
  }
  return kernels;
}

std::vector<Fields> breakdownRows(const Configuration& configuration, const Breakdown& b, const Costs& costs) {
  const Input& input = configuration.input;
  std::vector<Fields> rows;
  for (std::size_t i = 0; i < b.passes.size(); ++i) {
    const PassTime& pass = b.passes[i];
    rows.push_back(joined({elementFields(input),
                           {{"n", "%.0f", static_cast<double>(b.count)},
                            {"total_us", "%.2f", b.untimed.median_us},
                            {"timed_us", "%.2f", timedTotal(b)},
                            {"empty_pass_us", "%.3f", costs.empty_us},
                            {"copy_bytes_per_s", "%.4g", costs.copy_rate},
                            {"launch_us", "%.2f", b.launch_us},
                            {"memory_us", "%.2f", b.memory_us},
                            {"rest_us", "%.2f", b.rest_us},
                            verifiedField(b.untimed.verified),
                            {"pass", "%.0f", static_cast<double>(i)},
                            {"kernel", std::string(pass.plan.name)},
                            {"stage", "%.0f", static_cast<double>(pass.plan.stage)},
                            {"workgroups", "%.0f", static_cast<double>(pass.plan.workgroups)},
                            {"bytes", "%.0f", bytesOf(pass.plan)},
                            {"median_us", "%.3f", pass.median_us}},
                           arrangementFields(input),
                           modeFields(configuration),
                           usedFields(input, b.used, b.scratch_bytes),
                           {segmentsField(configuration)}}));
  }
  return rows;
}

int runBreakdown(const gpu::Device& device, const Options& options) {
  const Configuration& configuration = options.configuration;
  const Plan plan = makePlan(device, options);
  CsvFile file(options.csv);
  Vksort sort(device, configuration);
  const double large_rate = copyBandwidth(device);
  Costs costs = {emptyPassTime(device), large_rate};
  std::printf("device: %s, a kernel copies %.0f GB/s in large buffers, a pass of nothing takes %.2f us\n",
              device.properties().core.deviceName, large_rate / 1e9, costs.empty_us);
  bool verified = true;
  for (const Point& point : plan.points) {
    const Workload workload(device, configuration.input, makeInput(configuration.input, point.count), point.count);
    samples::raiseClocks(device);
    Breakdown measured = measureBreakdown(device, sort, workload, roundsFor(options.repeat, point.count));
    costs.copy_rate = cachedBandwidth(device, workload.bytes(), large_rate);
    attribute(measured, costs);
    print(measured, costs);
    for (const Fields& row : breakdownRows(configuration, measured, costs)) file.write(row);
    verified &= measured.untimed.verified;
  }
  file.finish();
  return exitCode(verified);
}

}  // namespace bench
