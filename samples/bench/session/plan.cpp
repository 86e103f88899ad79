#include "session/plan.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "algorithms/algorithm.h"

namespace bench {
namespace {

std::vector<std::uint32_t> countsOf(const gpu::Device& device, const Options& options) {
  if (!options.counts.empty()) return options.counts;
  const bool software = device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const std::uint32_t ladder_max = software ? kSoftwareLadderMaxLog2 : kLadderMaxLog2;
  const std::uint32_t lowest = options.min_log2.value_or(options.ladder ? kLadderMinLog2 : kMinLog2);
  const std::uint32_t plain_max = options.tune && software ? kSoftwareTuneMaxLog2 : kMaxLog2;
  const std::uint32_t highest = options.max_log2.value_or(std::max(lowest, options.ladder ? ladder_max : plain_max));
  std::vector<std::uint32_t> counts;
  for (std::uint32_t k = lowest; k <= highest; ++k) counts.push_back(1u << k);
  return counts;
}

std::vector<std::string> algorithmsOf(const Options& options) {
  if (options.ladder) return {"cpu", "v0", "v1", "v2", "v3", "v4", "v5", "vksort"};
  return options.algorithms.front() == "all" ? allAlgorithms() : options.algorithms;
}

}  // namespace

Plan makePlan(const gpu::Device& device, const Options& options) {
  const bool lenient = options.ladder || options.algorithms.front() == "all";
  Plan plan;
  for (const std::uint32_t count : countsOf(device, options)) {
    Point point{count, {}};
    std::map<std::string, std::string> refused;  // reason -> algorithms
    for (const std::string& algorithm : algorithmsOf(options)) {
      const std::string why = refusal(device, options, algorithm, count);
      if (why.empty()) {
        point.algorithms.push_back(algorithm);
      } else {
        refused[why] += " " + algorithm;
      }
    }
    for (const auto& [why, algorithms] : refused) {
      plan.skipped.push_back(std::to_string(count) + " elements:" + algorithms + ": " + why);
    }
    if (!lenient && !refused.empty()) throw std::invalid_argument(plan.skipped.front());
    // std::sort alone says nothing of a device.
    const bool on_device = std::ranges::any_of(point.algorithms, [](const auto& name) { return name != "cpu"; });
    if (on_device || !lenient) plan.points.push_back(point);
  }
  if (plan.points.empty()) throw std::invalid_argument("nothing to time: " + plan.skipped.front());
  return plan;
}

}  // namespace bench
