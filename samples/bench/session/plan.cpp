#include "session/plan.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "algorithms/algorithms.h"

namespace bench {

Plan makePlan(const gpu::Device& device, const Configuration& configuration, const Sizes& sizes,
              const std::vector<std::string>& algorithms, Unable unable) {
  Plan plan;
  for (const std::uint32_t count : countsOf(device, sizes)) {
    Point point{count, {}};
    std::map<std::string, std::string> refused;  // reason -> algorithms
    for (const std::string& algorithm : algorithms) {
      const std::string why = refusal(device, configuration, algorithm, count);
      if (why.empty()) {
        point.algorithms.push_back(algorithm);
      } else {
        refused[why] += " " + algorithm;
      }
    }
    for (const auto& [why, names] : refused) {
      plan.skipped.push_back(std::to_string(count) + " elements:" + names + ": " + why);
    }
    if (unable == Unable::refuse && !refused.empty()) throw std::invalid_argument(plan.skipped.front());
    // std::sort alone says nothing of a device.
    const bool on_device = std::ranges::any_of(point.algorithms, [](const auto& name) { return name != "cpu"; });
    if (on_device || unable == Unable::refuse) plan.points.push_back(point);
  }
  if (plan.points.empty()) throw std::invalid_argument("nothing to time: " + plan.skipped.front());
  return plan;
}

Plan makePlan(const gpu::Device& device, const Configuration& configuration, const Sizes& sizes) {
  return makePlan(device, configuration, sizes, {"vksort"}, Unable::refuse);
}

}  // namespace bench
