#include "graph/plan.h"

#include <algorithm>
#include <sstream>

namespace graph {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string passName(uint32_t pass) {
  std::ostringstream out;
  out << 'p' << pass;
  return out.str();
}

std::string versionName(uint32_t resource, uint32_t version) {
  std::ostringstream out;
  out << 'r' << resource << 'v' << version;
  return out.str();
}

void passNode(std::string& out, const Graph& graph, const Plan& plan, uint32_t index) {
  const auto planned = std::ranges::find(plan.passes, index, &PlannedPass::pass);
  const bool living = planned != plan.passes.end();
  std::string label = graph.passes()[index].name;
  if (living) label += " (" + std::to_string(planned->barriers.size()) + " barriers)";
  out += "  " + passName(index) + " [shape=box, label=" + quoted(label) +
         (living ? "];\n" : ", style=dashed, color=gray];\n");
}

// A box around the passes of each batch, in the order of submission.
void batchNodes(std::string& out, const Plan& plan) {
  for (std::size_t i = 0; i < plan.batches.size(); ++i) {
    const Batch& batch = plan.batches[i];
    const bool is_main = batch.queue == Queue::main;
    std::ostringstream label;
    label << "batch " << i << (is_main ? " of main" : " of async");
    if (batch.waits != 0) label << ", waits for " << batch.waits << (is_main ? " of async" : " of main");
    std::ostringstream box;
    box << "  subgraph cluster_" << i << " { label=" << quoted(label.str()) << ";";
    for (const uint32_t position : batch.passes) box << ' ' << passName(plan.passes[position].pass) << ';';
    out += box.str() + " }\n";
  }
}

void versionNodes(std::string& out, const Graph& graph, const Plan& plan, uint32_t index) {
  const Resource& resource = graph.resources()[index];
  for (uint32_t version = resource.defined_at_start ? 0 : 1; version <= resource.writers.size(); ++version) {
    std::string label = resource.name + " v" + std::to_string(version);
    const Placement& placement = plan.placements[index];
    if (resource.imported) label += " (imported)";
    if (placement.block != kNone)
      label += " (block " + std::to_string(placement.block) + " at " + std::to_string(placement.offset) + ")";
    out += "  " + versionName(index, version) + " [label=" + quoted(label);
    if (resource.exported && resource.exported->version == version) out += ", penwidth=2";
    out += "];\n";
  }
}

}  // namespace

std::string toDot(const Graph& graph, const Plan& plan) {
  std::string out = "digraph frame {\n  rankdir=LR;\n";
  for (uint32_t i = 0; i < graph.passes().size(); ++i) passNode(out, graph, plan, i);
  if (plan.batches.size() > 1) batchNodes(out, plan);
  for (uint32_t i = 0; i < graph.resources().size(); ++i) versionNodes(out, graph, plan, i);
  for (uint32_t i = 0; i < graph.passes().size(); ++i) {
    const std::string pass = passName(i);
    for (const Use& use : graph.passes()[i].uses) {
      if (use.mode != Mode::write) out += "  " + versionName(use.resource, use.before) + " -> " + pass + ";\n";
      if (use.mode != Mode::read) out += "  " + pass + " -> " + versionName(use.resource, use.after) + ";\n";
    }
  }
  return out + "}\n";
}

}  // namespace graph
