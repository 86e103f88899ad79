#include "graph/compile_steps.h"

namespace graph {
namespace {

// Checks that all passes and exports are complete.
void validate(const Graph& graph) {
  for (const Pass& pass : graph.passes()) {
    if (!pass.record) throw Error("pass '" + pass.name + "' does not record anything; call PassBuilder::record()");
    if (pass.kind == PassKind::graphics && !pass.color)
      throw Error("graphics pass '" + pass.name + "' does not have a color attachment; call PassBuilder::color()");
  }
  for (uint32_t i = 0; i < graph.resources().size(); ++i) {
    const Resource& resource = graph.resources()[i];
    if (!resource.exported || resource.exported->version == resource.writers.size()) continue;
    const Pass& writer = graph.passes()[resource.writers[resource.exported->version]];
    throw Error("pass '" + writer.name + "' writes " + graph.describe(i) + " after version " +
                std::to_string(resource.exported->version) + " was exported; export the last version");
  }
}

// Each writer precedes its readers (see PassBuilder), so one backward walk finds all needed passes.
std::vector<PlannedPass> cull(const Graph& graph) {
  std::vector<bool> needed(graph.passes().size(), false);
  const auto need = [&](uint32_t resource, uint32_t version) {
    if (version > 0) needed[graph.resources()[resource].writers[version - 1]] = true;
  };
  for (uint32_t i = 0; i < graph.resources().size(); ++i)
    if (graph.resources()[i].exported) need(i, graph.resources()[i].exported->version);
  for (std::size_t i = needed.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const Use& use : graph.passes()[i].uses)
      if (use.mode != Mode::write) need(use.resource, use.input_version);
  }
  std::vector<PlannedPass> planned;
  for (uint32_t i = 0; i < needed.size(); ++i)
    if (needed[i]) planned.push_back({i, {}});
  return planned;
}

std::vector<Lifetime> lifetimes(const Graph& graph, const Plan& plan) {
  std::vector<Lifetime> lifetimes(graph.resources().size());
  for (uint32_t position = 0; position < plan.passes.size(); ++position) {
    for (const Use& use : graph.passes()[plan.passes[position].pass].uses) {
      Lifetime& lifetime = lifetimes[use.resource];
      if (!lifetime.used()) lifetime.first = position;
      lifetime.last = position;
    }
  }
  // The application can use exports until the graph is recorded again.
  for (uint32_t i = 0; i < lifetimes.size(); ++i)
    if (lifetimes[i].used() && graph.resources()[i].exported)
      lifetimes[i] = {0, static_cast<uint32_t>(plan.passes.size() - 1)};
  return lifetimes;
}

}  // namespace

Plan compile(const Graph& graph, const MemoryQuery& needs) {
  Plan plan;
  validate(graph);
  plan.passes = cull(graph);
  plan.lifetimes = lifetimes(graph, plan);
  placeTransients(graph, needs, plan);
  addBarriers(graph, plan);  // last, because aliasing needs barriers
  return plan;
}

}  // namespace graph
