// vksort-bench: GPU time of sorts by size, each result verified, beside the times of other sorts.
#include <bit>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>

#include "anchors.h"
#include "gpu/select.h"
#include "measure.h"
#include "options.h"
#include "vksort.h"

namespace {

constexpr const char* kHeader =
    "algorithm,keys,values,layout,ties,order,distribution,lists,count_on,coherent,hook,n,dispatches,median_us,min_us,"
    "max_us,keys_per_s,copy_share,cpu_record_us,verified";

// Bytes that a sort reads and writes at least: every dispatch goes over the elements once each way.
double bytesMoved(const bench::Options& options, std::uint32_t count, std::uint32_t dispatches) {
  const double element = options.values == vksort::Values::none ? 4.0 : 8.0;
  return 2.0 * element * count * dispatches;
}

std::string csvRow(const std::string& algorithm, const bench::Options& options, std::uint32_t count,
                   const bench::Measurement& m, double copy_bandwidth) {
  const bool pairs = options.values != vksort::Values::none;
  const double seconds = m.median_us * 1e-6;
  const double share = copy_bandwidth > 0 ? bytesMoved(options, count, m.dispatches) / seconds / copy_bandwidth : 0.0;
  char row[512];
  std::snprintf(row, sizeof row, "%s,%s,%s,%s,%s,%s,%s,1,cpu,no,no,%u,%u,%.2f,%.2f,%.2f,%.4g,%.3f,%.2f,%s",
                algorithm.c_str(), bench::wordOf(options.key_type).c_str(), pairs ? "u32" : "none",
                options.values == vksort::Values::interleaved ? "interleaved" : "split",
                bench::wordOf(options.ties).c_str(), bench::wordOf(options.order).c_str(),
                bench::wordOf(options.distribution).c_str(), count, m.dispatches, m.median_us, m.min_us, m.max_us,
                count / seconds, share, m.record_us, m.verified ? "yes" : "no");
  return row;
}

void printAgainst(const std::vector<bench::Anchor>& anchors, const bench::Options& options, std::uint32_t count,
                  double median_us) {
  if (!std::has_single_bit(count)) return;
  const std::string mode = options.values == vksort::Values::none ? "keys" : "pairs";
  for (const bench::Anchor& a :
       bench::anchorsFor(anchors, mode, static_cast<std::uint32_t>(std::countr_zero(count)))) {
    std::printf("    %.3f x %s (%.2f us)\n", median_us / a.gpu_us, a.system.c_str(), a.gpu_us);
  }
}

vksort::Sorter makeSorter(const gpu::Device& device, const bench::Options& options) {
  vksort::SorterInfo info;
  info.get_instance_proc_addr = vkGetInstanceProcAddr;
  info.instance = device.instance();
  info.physical_device = device.physical();
  info.device = device.handle();
  if (device.enabled().push_descriptor) info.enabled_features |= vksort::kPushDescriptor;
  if (device.enabled().full_subgroups && device.enabled().subgroup_size_control) {
    info.enabled_features |= vksort::kFullSubgroups;
  }
  info.enabled_features &=
      vksort::querySupport(vkGetInstanceProcAddr, device.instance(), device.physical()).features;
  info.key_type = options.key_type;
  info.order = options.order;
  info.values = options.values;
  info.ties = options.ties;
  info.path = options.path;
  vksort::Sorter sorter;
  const char* reason = nullptr;
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(reason, result);
  return sorter;
}

int run(const bench::Options& options) {
  std::vector<bench::Anchor> anchors;
  if (!options.against.empty()) anchors = bench::readAnchors(options.against);
  std::ofstream csv;
  if (!options.csv.empty()) {
    csv.open(options.csv);
    if (!csv) throw std::runtime_error("--csv: cannot write " + options.csv);
    csv << kHeader << '\n';
  }
  const gpu::Instance instance({.name = "vksort-bench"});
  const gpu::Device device(instance, {.physical = gpu::selectDevice(instance, options.device).handle});
  const auto start = std::chrono::steady_clock::now();
  const vksort::Sorter sorter = makeSorter(device, options);
  const std::chrono::duration<double, std::milli> creation = std::chrono::steady_clock::now() - start;
  const double copy_bandwidth = bench::copyBandwidth(device, 256u << 20);
  std::printf("device: %s, copies at %.0f GB/s, sorter created in %.1f ms\n%s\n", device.properties().core.deviceName,
              copy_bandwidth / 1e9, creation.count(), kHeader);

  bool all_verified = true;
  for (const std::uint32_t count : options.counts) {
    const bench::Elements input = bench::makeInput(options, count);
    for (const std::string& algorithm : options.algorithms) {
      if (count >= 1u << 24) std::fprintf(stderr, "%s: sorting %u elements\n", algorithm.c_str(), count);
      const bench::Measurement m = algorithm == "cpu" ? bench::measureCpu(options, input)
                                                      : bench::measureDevice(device, sorter, options, input);
      const std::string row = csvRow(algorithm, options, count, m, copy_bandwidth);
      std::printf("%s\n", row.c_str());
      if (csv) csv << row << '\n';
      printAgainst(anchors, options, count, m.median_us);
      all_verified &= m.verified;
    }
  }
  if (!all_verified) std::fprintf(stderr, "vksort-bench: a result was not sorted\n");
  return all_verified ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Options options = bench::parseOptions(argc, argv);
  try {
    return run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vksort-bench: %s\n", error.what());
    return 2;
  }
}
