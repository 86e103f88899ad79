// The steps of compile(), each in a file of its own. Private to engine/graph.
#pragma once
#include "graph/compile.h"

namespace graph {

// Whatever cannot be judged while the graph is still being declared.
void validate(const Graph& graph);

// Marks the passes that somebody needs, from the exports and side effects back through what they read.
std::vector<bool> cull(const Graph& graph);

// The living passes in the order in which they were added, which PassBuilder keeps every two uses of a resource to.
std::vector<PlannedPass> order(const std::vector<bool>& living);

// From the first to the last pass that uses each resource.
std::vector<Lifetime> lifetimes(const Graph& graph, const std::vector<PlannedPass>& passes);

// Gives every transient a place, so that two of them overlap in memory only when they never live at the same time.
void place(const Graph& graph, const MemoryQuery& needs, Plan& plan);

// What each pass, and the outside at the end, must wait for.
void barriers(const Graph& graph, Plan& plan);

}  // namespace graph
