#include "create/fallback.h"

#include <cstring>
#include <iterator>

#include "known_drivers.h"

namespace vksort {
namespace {

#define VKSORT_NOT_COMPILED(result, name)                                                            \
  {                                                                                                  \
    result, "the driver did not compile the kernel: " name,                                          \
        "the driver did not compile the baseline, of which Creation::report names the kernel: " name \
  }
constexpr NotCompiled kNotCompiled[] = {
    VKSORT_NOT_COMPILED(VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN"),
    VKSORT_NOT_COMPILED(VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED"),
    VKSORT_NOT_COMPILED(VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT"),
    VKSORT_NOT_COMPILED(VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV"),
    VKSORT_NOT_COMPILED(VK_ERROR_VALIDATION_FAILED_EXT, "VK_ERROR_VALIDATION_FAILED_EXT"),
    VKSORT_NOT_COMPILED(VK_SUCCESS, "another VkResult"),  // all others
};
#undef VKSORT_NOT_COMPILED

// The first kernel that fails on the driver by a row of known_drivers.cpp.
Problem knownProblem(const Algorithms& algorithms, const DeviceFacts& facts) {
  const KernelSet kernels = kernelsOf(algorithms);
  for (const KnownDriver& row : knownDrivers()) {
    if (!isOf(row, facts)) continue;
    for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
      if (!kernels[kernel]) continue;
      const bool fails = row.kernels ? std::strncmp(kernelName(kernel), row.kernels, std::strlen(row.kernels)) == 0
                                     : sourceOf(algorithms, kernel).subgroup_size != 0;
      if (fails) return {kernel, 0, row.reason, true};
    }
  }
  return {};
}

bool isOfScratchTiles(std::uint32_t kernel) {
  return kernel == static_cast<std::uint32_t>(bitonic::Kernel::scratch_sort) ||
         kernel == static_cast<std::uint32_t>(bitonic::Kernel::scratch_double);
}

// Disallows the algorithm with the problem, and returns its name. `is_left` is false if no slower level is left.
const char* removeFault(const Problem& problem, Allowed& allowed, bool& is_left) {
  is_left = !problem.is_final;
  if (problem.is_final) return "baseline";
  const std::uint32_t kernel = problem.kernel;
  if (kernel >= kFirstRank || isOfScratchTiles(kernel)) {
    allowed.rank = false;
    return "rank";
  }
  if (kernel >= kFirstRadix) {
    const bool looked_back = allowed.look_back;
    allowed.radix = looked_back;
    allowed.look_back = false;
    return looked_back ? "radix" : "radix-portable";
  }
  const char* const level = levelName(allowed);
  is_left = !allowed.baseline;
  if (!allowed.subgroups) allowed.baseline = true;
  allowed.subgroups = false;
  return level;
}

}  // namespace

const NotCompiled& notCompiled(VkResult result) {
  const NotCompiled* row = kNotCompiled;
  while (row->result != result && row->result != VK_SUCCESS) ++row;
  return *row;
}

const char* levelName(const Allowed& allowed) {
  return allowed.baseline ? "baseline" : allowed.subgroups ? "subgroups" : "no subgroups";
}

SorterInfo limitedTo(const Allowed& allowed, const SorterInfo& info, Creation& changed) {
  SorterInfo out = info;
  changed = creationOf(info);
  changed.baseline = allowed.baseline;
  out.creation = &changed;
  return out;
}

const char* findAlgorithms(const SorterInfo& limited, const DeviceFacts& facts, const Allowed& allowed, Algorithms& out,
                           Problem& problem) {
  DeviceLimits limits = facts.limits;
  if (!allowed.subgroups) limits.subgroup_size = 0;
  if (allowed.tuning && !allowed.baseline && !isPossible(*allowed.tuning, limited, limits)) {
    return "create(): the tuning does not fit the device";
  }
  out = algorithmsFor(limited, limits, facts.record_limits, allowed);
  if (const char* const lack = lackOf(out)) return lack;
  // The baseline is tried on every driver: nothing is left without it.
  if (!allowed.baseline) problem = knownProblem(out, facts);
  return problem.fault;
}

bool findBaseline(const SorterInfo& info, const DeviceFacts& facts, Algorithms& out) {
  const Creation creation = creationOf(info);
  if (!creation.staged || creation.baseline) return false;
  const Allowed last = {.subgroups = false, .baseline = true};
  Creation changed{};
  Problem problem{};
  return findAlgorithms(limitedTo(last, info, changed), facts, last, out, problem) == nullptr;
}

void addRejected(Report& report, const Rejected& rejected) {
  if (report.rejected_count < std::size(report.rejected)) report.rejected[report.rejected_count++] = rejected;
}

bool reject(const Problem& problem, Allowed& allowed, Report& report) {
  bool is_left = true;
  const char* const level = removeFault(problem, allowed, is_left);
  addRejected(report, {level, kernelName(problem.kernel), problem.count, problem.fault});
  return is_left;
}

}  // namespace vksort
