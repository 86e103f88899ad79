// Private to engine/graph.
#pragma once
#include "graph/compile.h"

namespace graph {

// Transients only share memory if they are never in use at the same time.
void placeTransients(const Graph& graph, const MemoryQuery& needs, Plan& plan);

// Includes the final barriers for exports.
void addBarriers(const Graph& graph, Plan& plan);

}  // namespace graph
