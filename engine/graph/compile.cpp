#include "graph/compile.h"

namespace graph {
namespace {

// Whatever cannot be judged while the graph is still being declared.
void validate(const Graph& graph) {
  for (const Pass& pass : graph.passes()) {
    if (!pass.execute) throw Error("pass '" + pass.name + "' has nothing to execute; call execute()");
    if (pass.kind == PassKind::graphics && !pass.color)
      throw Error("graphics pass '" + pass.name + "' has no color attachment; call color()");
  }
  for (uint32_t i = 0; i < graph.resources().size(); ++i) {
    const Resource& resource = graph.resources()[i];
    if (!resource.exported || resource.exported->version == resource.writers.size()) continue;
    const Pass& writer = graph.passes()[resource.writers[resource.exported->version]];
    throw Error("pass '" + writer.name + "' writes " + graph.describe(i) + " after version " +
                std::to_string(resource.exported->version) + " was exported; export the last version");
  }
}

// Marks the passes that somebody needs, from the exports and side effects back through what they read.
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

// The living passes in the order in which they were added, which PassBuilder keeps every two uses of a resource to.
std::vector<PlannedPass> order(const std::vector<bool>& living) {
  std::vector<PlannedPass> ordered;
  for (uint32_t i = 0; i < living.size(); ++i)
    if (living[i]) ordered.push_back({i, {}});
  return ordered;
}

// From the first to the last pass that uses each resource.
std::vector<Lifetime> lifetimes(const Graph& graph, const std::vector<PlannedPass>& passes) {
  std::vector<Lifetime> lifetimes(graph.resources().size());
  for (uint32_t position = 0; position < passes.size(); ++position) {
    for (const Use& use : graph.passes()[passes[position].pass].uses) {
      Lifetime& lifetime = lifetimes[use.resource];
      if (!lifetime.used()) lifetime.first = position;
      lifetime.last = position;
    }
  }
  // The outside looks at an export after the last pass and until the next execution.
  for (uint32_t i = 0; i < lifetimes.size(); ++i)
    if (graph.resources()[i].exported && lifetimes[i].used())
      lifetimes[i] = {0, static_cast<uint32_t>(passes.size() - 1)};
  return lifetimes;
}

}  // namespace

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
