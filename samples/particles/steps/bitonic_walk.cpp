// Source: K. Batcher, "Sorting networks and their applications", 1968, with mirrored first steps.
#include <numeric>

#include "steps/start.h"

namespace particles::steps {
namespace {

bool isAfter(const Element& a, const Element& b) { return a.key != b.key ? a.key > b.key : a.index > b.index; }

// Compares every i with i ^ mask.
Step compare(const std::vector<Element>& list, uint32_t mask, std::string title) {
  Step step;
  step.title = std::move(title);
  step.places.resize(list.size());
  std::iota(step.places.begin(), step.places.end(), 0U);
  for (uint32_t low = 0; low < list.size(); ++low) {
    const uint32_t high = low ^ mask;
    if (high <= low || high >= list.size()) continue;
    const bool exchanged = isAfter(list[low], list[high]);
    if (exchanged) std::swap(step.places[low], step.places[high]);
    step.comparators.push_back({low, high, exchanged});
  }
  return step;
}

std::string partner(uint32_t stride) {
  return stride == 1 ? "the next one" : "the one " + std::to_string(stride) + " places on";
}

}  // namespace

Walk walkBitonic(std::span<const uint32_t> keys) {
  Walk walk = start(Algorithm::bitonic, keys);
  for (uint32_t run = 2; run / 2 < keys.size(); run *= 2) {
    const std::string merge = "merge to runs of " + std::to_string(run);
    take(walk, compare(walk.lists.back(), run - 1, merge + ": compare each element with its mirror image"));
    for (uint32_t stride = run / 4; stride > 0; stride /= 2)
      take(walk, compare(walk.lists.back(), stride, merge + ": compare each element with " + partner(stride)));
  }
  return walk;
}

}  // namespace particles::steps
