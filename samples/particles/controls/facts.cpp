#include "controls/facts.h"

namespace particles {

std::optional<double> shareOutOfOrder(const Facts& facts) {
  if (!facts.verdict) return std::nullopt;
  const uint32_t pairs = facts.verdict->drawn.elements > 1 ? facts.verdict->drawn.elements - 1 : 1;
  return 100.0 * facts.verdict->drawn.inversions / pairs;
}

std::optional<double> keysPerSecond(const Facts& facts, uint32_t count) {
  const std::optional<float> ms = facts.sort_ms.last();
  if (!ms || *ms <= 0.0F) return std::nullopt;
  return 1000.0 * count / static_cast<double>(*ms);
}

}  // namespace particles
