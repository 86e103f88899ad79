// Checks a plan using only the declarations of the graph and Vulkan's memory model.
#pragma once
#include <string>
#include <vector>

#include "graph/compile.h"

namespace test {

// Returns one line for each fault of `plan`. Every use must find the expected contents in the expected layout, after
// everything that it must not overtake. Each pair of uses is checked separately, and only barriers for their two
// resources count, because another barrier may order them by chance.
std::vector<std::string> faultsOf(const graph::Graph& graph, const graph::MemoryQuery& needs, const graph::Plan& plan);

}  // namespace test
