// Whether a node has what its Sorter was made for. Private to engine/nodes.
#pragma once
#include "nodes/sort.h"

namespace nodes {

// Errors: graph::Error that names the pass, the member of SortNode, and what of the Sorter asks for it or rules it out.
void requireFit(const graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node, const std::string& pass);

}  // namespace nodes
