#include "graph/steps.h"

namespace graph {

std::vector<Lifetime> lifetimes(const Graph& graph, const std::vector<PlannedPass>& passes) {
  std::vector<Lifetime> lifetimes(graph.resources().size());
  for (uint32_t position = 0; position < passes.size(); ++position) {
    for (const Use& use : graph.passes()[passes[position].pass].uses) {
      Lifetime& lifetime = lifetimes[use.resource];
      if (!lifetime.used()) lifetime.first = position;
      lifetime.last = position;
    }
  }
  // The outside looks at an export after the last pass and until the next execution.
  for (uint32_t i = 0; i < lifetimes.size(); ++i)
    if (graph.resources()[i].exported && lifetimes[i].used())
      lifetimes[i] = {0, static_cast<uint32_t>(passes.size() - 1)};
  return lifetimes;
}

}  // namespace graph
