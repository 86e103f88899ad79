// A host whose headers have the names of some of vksort's own: each finds its own.
#include <type_traits>

#include "configuration.h"
#include "lists.h"
#include "passes.h"
#include "plan.h"
#include "support.h"
#include "vksort.h"
#include "vksort_verifier.h"

static_assert(__cplusplus == 201703L, "linking vksort leaves a host the standard that it set");
static_assert(host::kPlan + host::kLists + host::kSupport + host::kConfiguration + host::kPasses == 31);
static_assert(!std::is_copy_constructible_v<vksort::Sorter> && !std::is_copy_constructible_v<vksort::Verifier>);

int main() {
  const vksort::Plan plan = vksort::plan({}, {}, 1000);
  return plan.dispatches == 1 ? 0 : 1;
}
