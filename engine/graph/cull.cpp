#include "graph/steps.h"

namespace graph {

std::vector<bool> cull(const Graph& graph) {
  const std::vector<Pass>& passes = graph.passes();
  std::vector<bool> living(passes.size(), false);
  std::vector<uint32_t> open;  // living passes whose inputs are still to be followed
  const auto need = [&](uint32_t pass) {
    if (living[pass]) return;
    living[pass] = true;
    open.push_back(pass);
  };
  const auto needVersion = [&](uint32_t resource, uint32_t version) {
    if (version > 0) need(graph.resources()[resource].writers[version - 1]);
  };

  for (uint32_t i = 0; i < graph.resources().size(); ++i)
    if (graph.resources()[i].exported) needVersion(i, graph.resources()[i].exported->version);
  for (uint32_t i = 0; i < passes.size(); ++i)
    if (passes[i].side_effect) need(i);
  while (!open.empty()) {
    const uint32_t pass = open.back();
    open.pop_back();
    for (const Use& use : passes[pass].uses)
      if (use.mode != Mode::write) needVersion(use.resource, use.before);
  }
  return living;
}

}  // namespace graph
