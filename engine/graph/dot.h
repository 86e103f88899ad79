// The graph as a picture.
#pragma once
#include <string>

#include "graph/plan.h"

namespace graph {

// Graphviz text: passes as boxes (culled ones dashed), versions of resources as ellipses, arrows from writer to reader.
std::string toDot(const Graph& graph, const Plan& plan);

}  // namespace graph
