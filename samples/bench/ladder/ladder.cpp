#include "ladder/ladder.h"

#include "ladder/ladder_table.h"
#include "session/session.h"

namespace bench {

int run(const gpu::Device& device, const LadderOptions& options) {
  const Common& common = options.common;
  const Plan plan = makePlan(device, common.configuration, common.sizes,
                             {"cpu", "v0", "v1", "v2", "v3", "v4", "v5", "vksort"}, Unable::skip);
  return measurePlan(device, {common.configuration, common.repeat, options.outputs}, plan,
                     std::make_unique<LadderTable>(stdout));
}

}  // namespace bench
