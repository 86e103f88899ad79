#include "paper/paper.h"

#include "paper/paper_table.h"
#include "session/session.h"

namespace bench {

int run(const gpu::Device& device, const PaperOptions& options) {
  const Common& common = options.common;
  const Plan plan = makePlan(device, common.configuration, common.sizes,
                             {"cpu", "v0", "v1", "v2", "v3", "v4", "v5", "vksort"}, Unable::skip);
  return measurePlan(device, {common.configuration, common.repeat, options.outputs}, plan,
                     std::make_unique<PaperTable>(stdout));
}

}  // namespace bench
