#include "algorithm.h"

#include <initializer_list>

#include "bitonic/bytes.h"
#include "bitonic/coherent.h"
#include "bitonic/device_count.h"
#include "bitonic/proof.h"
#include "bitonic/sort.h"
#include "bitonic/tuning.h"
#include "radix/sort.h"
#include "sort/radix/interface.h"

namespace vksort {
namespace {

// To scratch memory and back, if need be.
bool isMoved(const Algorithms& algorithms, const Amount& amount) {
  return amount.scratch && takesScratch(algorithms, amount.count);
}

}  // namespace

const char* misfitOf(const SorterInfo& info, const DeviceLimits& limits) {
  const char* const complaint = bitonic::misfitOf(info, limits);
  return complaint ? complaint : radix::misfitOf(info);
}

Algorithms algorithmsFor(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                         bool looks_back) {
  const bitonic::Setting setting{configurationOf(info), bitonic::shapeOf(info, limits), record_limits.max_groups_x,
                                 info.max_count == 0 ? ~0u : info.max_count};
  return {setting, radix::settingOf(info, limits, record_limits, setting.shape, looks_back)};
}

void passesOf(const Algorithms& algorithms, const Amount& amount, PassList& out) {
  out.count = 0;
  if (amount.count > algorithms.most()) return;
  if (!isMoved(algorithms, amount)) return bitonic::passes(algorithms.bitonic, amount, out);
  radix::addCounting(algorithms.radix, amount.count, bitonic::kKernelCount, out);
  if (algorithms.configuration().mode.coherent) {
    bitonic::addMending(algorithms.bitonic, amount.count, VKSORT_RADIX_REPAIR_ARGUMENTS, out);
  }
  radix::addMoving(algorithms.radix, amount.count, bitonic::kKernelCount, out);
  if (radix::leavesFew(algorithms.radix, amount.count)) {
    bitonic::addOneWorkgroup(algorithms.bitonic, VKSORT_RADIX_FEW_ARGUMENTS, out);
  }
}

bool takesScratch(const Algorithms& algorithms, std::uint32_t count) { return radix::sorts(algorithms.radix, count); }

std::uint64_t scratchWords(const Algorithms& algorithms, std::uint32_t count) {
  return takesScratch(algorithms, count) ? radix::scratchOf(algorithms.radix, count).end : 0;
}

PassBytes bytesOf(const Algorithms& algorithms, const Amount& amount, const Pass& pass) {
  if (pass.kernel >= bitonic::kKernelCount) {
    return radix::bytesOf(algorithms.radix, amount.count, pass.kernel - bitonic::kKernelCount);
  }
  if (isMoved(algorithms, amount)) return {};  // a repair, or of few: it takes the place of what is counted
  return bitonic::bytesOf(algorithms.bitonic, amount.count, pass);
}

ProofList proofsOf(const Algorithms& algorithms) {
  ProofList list;
  bitonic::addProofs(algorithms.bitonic, list);
  radix::addProofs(algorithms.radix, list);
  return list;
}

KernelSet kernelsOf(const Algorithms& algorithms) {
  KernelSet kernels = 0;
  PassList list;
  const auto add = [&](std::uint32_t n, bool scratch) {
    passesOf(algorithms, {n, 1, scratch}, list);
    for (std::uint32_t i = 0; i < list.count; ++i) kernels |= KernelSet{1} << list.passes[i].kernel;
  };
  // Kernels change with the count behind powers of two.
  for (std::uint32_t log2 = 0; log2 <= 32; ++log2) {
    const std::uint64_t power = std::uint64_t{1} << log2;
    const std::uint32_t n = power < algorithms.most() ? static_cast<std::uint32_t>(power) : algorithms.most();
    add(n, false);
    add(n, true);
    if (n == algorithms.most()) break;
  }
  // In lent memory with the shape, too; where any count of one is lent some, the first is.
  const radix::Setting& radix = algorithms.radix;
  std::uint32_t least = radix.fewest;
  for (std::uint32_t i = 0; i < radix.shape_count && least <= algorithms.most(); ++i) {
    if (radix.shapes[i].most < least) continue;
    add(least, true);
    least = radix.shapes[i].most + 1;
  }
  return kernels;
}

PipelineSource sourceOf(const Algorithms& algorithms, std::uint32_t kernel, const Hook* hook) {
  if (kernel >= bitonic::kKernelCount) {
    return radix::sourceOf(algorithms.radix, kernel - bitonic::kKernelCount, hook);
  }
  return bitonic::sourceOf(algorithms.bitonic, static_cast<bitonic::Kernel>(kernel), hook);
}

Pipelines::Subgroups subgroupsOf(const Algorithms& algorithms, const DeviceFacts& facts) {
  const bool used = algorithms.bitonic.shape.subgroup_log2 != 0 || algorithms.radix.shape_count != 0;
  return {used ? facts.limits.subgroup_size : 0, facts.pin_subgroup_size};
}

Tuning tuningOf(const Algorithms& algorithms) { return algorithms.bitonic.shape; }

const char* kernelName(std::uint32_t kernel) {
  if (kernel >= bitonic::kKernelCount) return radix::nameOf(kernel - bitonic::kKernelCount);
  return bitonic::nameOf(static_cast<bitonic::Kernel>(kernel));
}

}  // namespace vksort
