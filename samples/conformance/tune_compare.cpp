#include "tune_compare.h"

#include <algorithm>
#include <cmath>

namespace conform {

using vksort::Tuning;

vksort::PlanDevice planDevice(const gpu::Device& device, vksort::Features enabled) {
  const gpu::DeviceProperties& properties = device.properties();
  const VkPhysicalDeviceLimits& limits = properties.core.limits;
  vksort::PlanDevice plan{};
  plan.workgroup_invocations = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  plan.shared_memory_bytes = limits.maxComputeSharedMemorySize;
  plan.subgroup_size = (enabled & VKSORT_FULL_SUBGROUPS) != 0 ? properties.subgroup.subgroupSize : 0;
  const auto& sizes = properties.subgroup_size;
  const bool can_require = (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  plan.max_subgroups = can_require ? sizes.maxComputeWorkgroupSubgroups : 0;
  plan.min_subgroup_size = sizes.minSubgroupSize;
  plan.max_subgroup_size = sizes.maxSubgroupSize;
  plan.vendor_id = properties.core.vendorID;
  plan.type = properties.core.deviceType;
  plan.max_groups_x = limits.maxComputeWorkGroupCount[0];
  plan.max_storage_range = limits.maxStorageBufferRange;
  plan.max_storage_buffers = limits.maxPerStageDescriptorStorageBuffers;
  return plan;
}

double meanRatio(const std::vector<TuneTimes>& times) {
  double logs = 0;
  for (const TuneTimes& each : times) logs += std::log(each.b_us / each.a_us);
  return times.empty() ? 1 : std::exp(logs / static_cast<double>(times.size()));
}

std::optional<TuneTimes> timeInTurn(const TimeSort& time, const TuneSort& a, const TuneSort& b, std::uint32_t passes) {
  TuneTimes times{.count = a.count};
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    const std::optional<double> a_us = time(a), b_us = a_us ? time(b) : std::nullopt;
    if (!b_us) return {};
    times.a_us += *a_us / passes;
    times.b_us += *b_us / passes;
  }
  return times;
}

TuneComparison::TuneComparison(const TuneTarget& target, const Tuning& table, std::vector<std::uint32_t> counts,
                               TimeSort time)
    : target_(target), table_(table), counts_(std::move(counts)), time_(std::move(time)) {}

std::vector<std::uint32_t> TuneComparison::countsOf(const TuneSpace& space) const {
  std::vector<std::uint32_t> list;
  for (const vksort::Algorithm asked : {vksort::Algorithm::automatic, space.algorithm}) {
    for (const std::uint32_t count : counts_) {
      if (sorts(target_, space, table_, count, asked)) list.push_back(count);
    }
    if (!list.empty()) break;
  }
  return list;
}

std::vector<TuneTimes> TuneComparison::times(const TuneSpace& space, const Tuning& a, const Tuning& b,
                                             std::uint32_t passes, bool times_equal) const {
  std::vector<TuneTimes> list;
  for (const std::uint32_t count : countsOf(space)) {
    if (!times_equal && !differ(target_, space, a, b, count)) {
      list.push_back({count, 1, 1});
      continue;
    }
    const std::optional<TuneTimes> both =
        timeInTurn(time_, {a, space.algorithm, count}, {b, space.algorithm, count}, passes);
    if (!both) return {};
    list.push_back(*both);
  }
  return list;
}

std::optional<double> TuneComparison::compare(const TuneSpace& space, const Tuning& candidate, const Tuning& incumbent,
                                              bool thorough) const {
  const auto sorts_it = [&](std::uint32_t count) { return sorts(target_, space, candidate, count, space.algorithm); };
  if (!takes(target_, candidate) || !std::ranges::all_of(countsOf(space), sorts_it)) return {};
  const std::vector<TuneTimes> list = times(space, incumbent, candidate, thorough ? kThoroughPasses : 1, false);
  return list.empty() ? std::nullopt : std::optional(meanRatio(list));
}

SpaceResult tuneSpace(const TuneComparison& comparison, const TuneSpace& space, const Tuning& start,
                      const TuneLimits& limits, const std::function<void(const TuneStep&)>& progress) {
  const auto compare = [&](const Tuning& candidate, const Tuning& incumbent, bool thorough) {
    return comparison.compare(space, candidate, incumbent, thorough);
  };
  SpaceResult result;
  result.search = searchTuning(space, start, limits, compare, progress);
  result.times = comparison.times(space, start, result.search.best, kThoroughPasses, true);
  result.ratio = meanRatio(result.times);
  result.is_faster = result.ratio <= 1 - limits.min_gain && !changes(start, result.search.best).empty();
  return result;
}

}  // namespace conform
