#include "breakdown/breakdown_report.h"

#include <algorithm>
#include <cstdio>

#include "input/words.h"
#include "output/csv.h"

namespace bench {
namespace {

double bytesOf(const vksort::PassPlan& plan) {
  return static_cast<double>(plan.bytes_read) + static_cast<double>(plan.bytes_written);
}

double gigabytesPerSecond(double bytes, double us) { return us > 0 ? bytes / us * 1e-3 : 0; }

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

}  // namespace

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

std::string breakdownText(const Breakdown& b, const Costs& costs) {
  const double total = b.untimed.median_us;
  const double timed = timedTotal(b);
  char line[256];
  std::snprintf(line, sizeof line,
                "%u elements: %.2f us, %zu passes, %s; sum of the timed passes %.2f us (%+.1f %%)\n"
                "  launches %10.2f us %5.1f %%   memory at %.0f GB/s %10.2f us %5.1f %%   rest %10.2f us %5.1f %%\n",
                b.count, total, b.passes.size(), b.untimed.verified ? "verified" : "NOT SORTED", timed,
                percent(timed - total, total), b.launch_us, percent(b.launch_us, total), costs.copy_rate / 1e9,
                b.memory_us, percent(b.memory_us, total), b.rest_us, percent(b.rest_us, total));
  std::string text = line;
  for (const KernelTime& kernel : byKernel(b)) {
    std::snprintf(line, sizeof line, "  %-14s %3u %s %10.2f us %5.1f %%  %8.1f GB/s\n", kernel.name.c_str(),
                  kernel.passes, kernel.passes == 1 ? "pass  " : "passes", kernel.us, percent(kernel.us, timed),
                  gigabytesPerSecond(kernel.bytes, kernel.us));
    text += line;
  }
  return text;
}

const char* breakdownHeader() {
  return "keys,payload,layout,ties,n,total_us,timed_us,empty_pass_us,copy_bytes_per_s,launch_us,memory_us,rest_us,"
         "verified,pass,kernel,stage,workgroups,bytes,median_us,order,distribution,count_on,key_generator,"
         "used,scratch_bytes,key_bits,segments";
}

std::string breakdownCsv(const Configuration& configuration, const Breakdown& b, const Costs& costs) {
  char common[256];
  std::snprintf(common, sizeof common, "%s,%u,%.2f,%.2f,%.3f,%.4g,%.2f,%.2f,%.2f,%s",
                elementFields(configuration.input).c_str(), b.count, b.untimed.median_us, timedTotal(b), costs.empty_us,
                costs.copy_rate, b.launch_us, b.memory_us, b.rest_us, b.untimed.verified ? "yes" : "no");
  const std::string made =
      madeFields(configuration, b.used, b.scratch_bytes) + "," + std::to_string(std::max(configuration.segments, 1u));
  std::string rows;
  for (std::size_t i = 0; i < b.passes.size(); ++i) {
    const PassTime& pass = b.passes[i];
    char row[128];
    std::snprintf(row, sizeof row, ",%zu,%s,%u,%u,%.0f,%.3f,", i, pass.plan.name, pass.plan.stage, pass.plan.workgroups,
                  bytesOf(pass.plan), pass.median_us);
    rows += common;
    rows += row + made + "\n";
  }
  return rows;
}

}  // namespace bench
