#include "graph/steps.h"

namespace graph {

std::vector<PlannedPass> order(const std::vector<bool>& living) {
  std::vector<PlannedPass> ordered;
  for (uint32_t i = 0; i < living.size(); ++i)
    if (living[i]) ordered.push_back({i, {}});
  return ordered;
}

}  // namespace graph
