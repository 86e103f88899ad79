#include "sizes.h"

#include <algorithm>

namespace conform {
namespace {

using Names = std::vector<std::string>;

Names kernelsAt(const vksort::Sorter& sorter, vksort::PlanInfo info, std::uint32_t count) {
  info.count = count;
  std::vector<vksort::PassPlan> passes(vksort::plan(sorter, info));
  vksort::plan(sorter, info, passes.data(), static_cast<std::uint32_t>(passes.size()));
  Names names;
  for (const vksort::PassPlan& pass : passes) names.emplace_back(pass.name);
  return names;
}

struct At {
  std::uint32_t count;
  Names kernels;
};

void findLimits(const vksort::Sorter& sorter, const vksort::PlanInfo& info, const At& low, const At& high,
                std::vector<std::uint32_t>& limits) {
  if (low.kernels == high.kernels) return;
  if (high.count - low.count == 1) {
    limits.push_back(high.count);
    return;
  }
  const std::uint32_t middle = low.count + (high.count - low.count) / 2;
  const At at{middle, kernelsAt(sorter, info, middle)};
  findLimits(sorter, info, low, at, limits);
  findLimits(sorter, info, at, high, limits);
}

}  // namespace

std::vector<std::uint32_t> limitsOf(const vksort::Sorter& sorter, vksort::PlanInfo info, std::uint32_t largest) {
  std::vector<std::uint32_t> limits;
  At low{1, kernelsAt(sorter, info, 1)};
  // Two limits in a step can only hide each other if one reverts the other, which is unlikely in a quarter of a power
  // of two.
  while (low.count < largest) {
    const std::uint32_t next = std::min(largest, low.count + std::max(1u, low.count / 4));
    At high{next, kernelsAt(sorter, info, next)};
    findLimits(sorter, info, low, high, limits);
    low = std::move(high);
  }
  return limits;
}

void addKernels(const vksort::Sorter& sorter, const vksort::PlanInfo& info, std::set<std::string>& kernels) {
  for (const std::string& name : kernelsAt(sorter, info, info.count)) kernels.insert(name);
}

}  // namespace conform
