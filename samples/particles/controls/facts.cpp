#include "controls/facts.h"

namespace particles {

std::optional<double> shareOutOfOrder(const Facts& facts) {
  if (!facts.verdict) return std::nullopt;
  const uint32_t pairs = facts.verdict->drawn.elements > 1 ? facts.verdict->drawn.elements - 1 : 1;
  return 100.0 * facts.verdict->drawn.inversions / pairs;
}

}  // namespace particles
