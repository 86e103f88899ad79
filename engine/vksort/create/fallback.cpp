#include "create/fallback.h"

#include <cstring>
#include <iterator>

#include "create/known_drivers.h"

namespace vksort {
namespace {

Failure knownFailure(const Algorithms& algorithms, const DeviceFacts& facts) {
  const KernelSet kernels = kernelsOf(algorithms);
  for (const KnownDriver& row : knownDrivers()) {
    if (!isOf(row, facts)) continue;
    for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
      if (!kernels[kernel]) continue;
      const bool fails = row.kernels ? std::strncmp(kernelName(kernel), row.kernels, std::strlen(row.kernels)) == 0
                                     : sourceOf(algorithms, kernel).subgroup_size != 0;
      if (fails) return {VK_ERROR_FEATURE_NOT_PRESENT, row.reason, row.reason, kernel, 0, true};
    }
  }
  return {};
}

bool isOfScratchTiles(std::uint32_t kernel) {
  return kernel == static_cast<std::uint32_t>(bitonic::Kernel::scratch_sort) ||
         kernel == static_cast<std::uint32_t>(bitonic::Kernel::scratch_double);
}

// `is_left` is false if the baseline failed.
const char* removeFeature(const Failure& failure, Fallback& fallback, bool& is_left) {
  is_left = !failure.of_baseline;
  if (failure.of_baseline) return "baseline";
  if (failure.kernel >= kFirstRank || isOfScratchTiles(failure.kernel)) {
    fallback.rank = false;
    return "rank";
  }
  if (failure.kernel == kFirstRadix + radix::kernelOf(radix::Role::narrow_pass, 0)) {
    fallback.narrow = false;
    return "radix";
  }
  if (failure.kernel >= kFirstRadix) {
    const bool looked_back = fallback.look_back;
    fallback.radix = looked_back;
    fallback.look_back = false;
    return looked_back ? "radix" : "radix-portable";
  }
  const char* const level = levelName(fallback);
  is_left = !fallback.baseline;
  if (!fallback.subgroups) fallback.baseline = true;
  fallback.subgroups = false;
  return level;
}

}  // namespace

const char* levelName(const Fallback& fallback) {
  return fallback.baseline ? "baseline" : fallback.subgroups ? "subgroups" : "no subgroups";
}

Failure findAlgorithms(const Configuration& configuration, const DeviceFacts& facts, const Fallback& fallback,
                       Algorithms& out) {
  Configuration changed = configuration;
  changed.baseline = fallback.baseline;
  DeviceLimits limits = facts.limits;
  if (!fallback.subgroups) limits.subgroup_size = 0;
  if (fallback.tuning && !fallback.baseline && !isPossible(*fallback.tuning, changed, limits)) {
    return {VK_ERROR_FEATURE_NOT_PRESENT, "create(): the tuning does not fit the device"};
  }
  out = algorithmsFor(changed, limits, facts.record_limits, fallback);
  if (const char* const lack = lackOf(out)) return {VK_ERROR_FEATURE_NOT_PRESENT, lack};
  if (configuration.max_count > maxCountsOf(out).with_scratch) {
    return {VK_ERROR_FEATURE_NOT_PRESENT,
            "create(): SorterInfo::max_count exceeds the largest possible sort, which maxStorageBufferRange and "
            "Creation::algorithm can limit"};
  }
  // The baseline is tried on every driver, because nothing is left without it.
  return fallback.baseline ? Failure{} : knownFailure(out, facts);
}

bool findBaseline(const Configuration& configuration, const DeviceFacts& facts, Algorithms& out) {
  const Fallback last = {.subgroups = false, .baseline = true};
  return findAlgorithms(configuration, facts, last, out).ok();
}

void addRejected(Report& report, const Rejected& rejected) {
  if (report.rejected_count < std::size(report.rejected)) report.rejected[report.rejected_count++] = rejected;
}

bool fallBack(const Failure& failure, Fallback& fallback, Report& report) {
  bool is_left = true;
  const char* const level = removeFeature(failure, fallback, is_left);
  addRejected(report, {level, kernelName(failure.kernel), failure.count, failure.fault});
  return is_left;
}

}  // namespace vksort
