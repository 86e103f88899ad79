#include "graph/compile.h"

namespace graph {
namespace {

// Whatever cannot be judged while the graph is still being declared.
void validate(const Graph& graph) {
  for (const Pass& pass : graph.passes()) {
    if (!pass.execute) throw Error("pass '" + pass.name + "' has nothing to execute; call execute()");
    if (pass.kind == PassKind::graphics && !pass.color)
      throw Error("graphics pass '" + pass.name + "' has no color attachment; call color()");
    VkPipelineStageFlags stages = pass.kind == PassKind::graphics ? VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT : 0;
    for (const Use& use : pass.uses) stages |= use.access.stages;
    if (pass.queue == Queue::async && (stages & ~kAsyncStages) != 0)
      throw Error("pass '" + pass.name + "' is of Queue::async and has stages of graphics; call onQueue(Queue::main)");
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
std::vector<Lifetime> lifetimes(const Graph& graph, const Plan& plan) {
  std::vector<Lifetime> lifetimes(graph.resources().size());
  std::vector<bool> of_both(lifetimes.size(), false);  // queues
  for (const Batch& batch : plan.batches) {
    for (const uint32_t position : batch.passes) {
      for (const Use& use : graph.passes()[plan.passes[position].pass].uses) {
        Lifetime& lifetime = lifetimes[use.resource];
        if (!lifetime.used()) lifetime = {position, position, batch.queue};
        lifetime.last = position;
        if (lifetime.queue != batch.queue) of_both[use.resource] = true;
      }
    }
  }
  // The outside looks at an export after the last pass and until the next execution.
  for (uint32_t i = 0; i < lifetimes.size(); ++i)
    if (lifetimes[i].used() && (graph.resources()[i].exported || of_both[i]))
      lifetimes[i] = {0, static_cast<uint32_t>(plan.passes.size() - 1), lifetimes[i].queue};
  return lifetimes;
}

}  // namespace

Plan compile(const Graph& graph, const MemoryQuery& needs, uint32_t queues) {
  if (queues != 1 && queues != 2) throw Error("compile() plans for 1 or 2 queues, not " + std::to_string(queues));
  Plan plan;
  validate(graph);
  const std::vector<bool> living = cull(graph);
  plan.passes = order(living);
  batches(graph, queues, plan);
  plan.lifetimes = lifetimes(graph, plan);
  place(graph, needs, plan);
  barriers(graph, plan);  // last: memory that changes hands is a dependency as well
  return plan;
}

}  // namespace graph
