#include "sort/sort.h"

#include "algorithms/algorithms.h"
#include "output/table.h"
#include "session/session.h"

namespace bench {

int run(const gpu::Device& device, const SortOptions& options) {
  const Common& common = options.common;
  const bool all = options.algorithms.front() == "all";
  // Of all, what is not possible is skipped.
  const Plan plan = makePlan(device, common.configuration, common.sizes, all ? allAlgorithms() : options.algorithms,
                             all ? Unable::skip : Unable::refuse);
  return measurePlan(device, {common.configuration, common.repeat, options.outputs}, plan,
                     std::make_unique<Table>(stdout));
}

}  // namespace bench
