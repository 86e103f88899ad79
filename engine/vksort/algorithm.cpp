#include "algorithm.h"

#include "bitonic/bytes.h"
#include "bitonic/proof.h"
#include "bitonic/sort.h"
#include "bitonic/tuning.h"

namespace vksort {

const char* misfitOf(const SorterInfo& info, const DeviceLimits& limits) { return bitonic::misfitOf(info, limits); }

Algorithm algorithmFor(const SorterInfo& info, const DeviceLimits& limits, std::uint32_t max_groups_x) {
  return {{configurationOf(info), bitonic::shapeOf(info, limits), max_groups_x}};
}

void passesOf(const Algorithm& algorithm, const Amount& amount, PassList& out) {
  bitonic::passes(algorithm.bitonic, amount, out);
}

PassBytes bytesOf(const Algorithm& algorithm, const Amount& amount, const Pass& pass) {
  return bitonic::bytesOf(algorithm.bitonic, amount.count, pass);
}

ProofList proofsOf(const Algorithm& algorithm) {
  ProofList list;
  bitonic::addProofs(algorithm.bitonic, list);
  return list;
}

bool usesKernel(const Algorithm& algorithm, std::uint32_t kernel) {
  const bitonic::Setting& setting = algorithm.bitonic;
  return setting.shape.uses(static_cast<bitonic::Kernel>(kernel), setting.configuration.mode);
}

PipelineSource sourceOf(const Algorithm& algorithm, std::uint32_t kernel, const Hook* hook) {
  return bitonic::sourceOf(algorithm.bitonic, static_cast<bitonic::Kernel>(kernel), hook);
}

Pipelines::Subgroups subgroupsOf(const Algorithm& algorithm, const DeviceFacts& facts) {
  const bool used = algorithm.bitonic.shape.subgroup_log2 != 0;
  return {used ? facts.limits.subgroup_size : 0, facts.pin_subgroup_size};
}

Tuning tuningOf(const Algorithm& algorithm) { return algorithm.bitonic.shape; }

const char* kernelName(std::uint32_t kernel) { return bitonic::nameOf(static_cast<bitonic::Kernel>(kernel)); }

}  // namespace vksort
