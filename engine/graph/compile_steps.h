// The steps of compile(). Private to engine/graph.
#pragma once
#include "graph/compile.h"

namespace graph {

// Places each transient in a memory block. Two transients only overlap if they are never in use at the same time.
void placeTransients(const Graph& graph, const MemoryQuery& needs, Plan& plan);

// Adds the barriers before each pass, and the final barriers for the exports.
void addBarriers(const Graph& graph, Plan& plan);

}  // namespace graph
