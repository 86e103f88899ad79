// Whether a plan orders everything, found out from the graph's declaration and Vulkan's memory model alone.
#pragma once
#include <string>
#include <vector>

#include "graph/compile.h"

namespace test {

// What is wrong with `plan`, a line each; none if every pass, and the outside before and after the graph, finds the
// contents that it was promised, in the layout that it asked for, and ordered behind all that it must not overtake.
// Every two uses of one memory are looked at by themselves, and only barriers on the resources of the two count: what
// another barrier of the pass happens to order may be gone tomorrow.
std::vector<std::string> faultsOf(const graph::Graph& graph, const graph::MemoryQuery& needs, const graph::Plan& plan);

}  // namespace test
