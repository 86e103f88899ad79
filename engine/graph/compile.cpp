#include "graph/compile.h"

#include "graph/steps.h"

namespace graph {

Plan compile(const Graph& graph, const MemoryQuery& needs) {
  Plan plan;
  validate(graph);
  const std::vector<bool> living = cull(graph);
  plan.passes = order(living);
  plan.lifetimes = lifetimes(graph, plan.passes);
  place(graph, needs, plan);
  barriers(graph, plan);  // last: memory that changes hands is a dependency as well
  return plan;
}

}  // namespace graph
