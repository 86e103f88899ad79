#include "graph/steps.h"

namespace graph {

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

}  // namespace graph
