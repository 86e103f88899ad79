#include "mutants.h"

#include "bitonic/kernels.h"
#include "source_hook.h"
#include "verifier/state.h"

namespace test {
namespace {

struct Elements {
  static constexpr vksort::Element keys = vksort::Element::key;
  static constexpr vksort::Element pairs = vksort::Element::pair;
  static constexpr vksort::Element triples = vksort::Element::triple;
};

#include "mutant_list.h"

}  // namespace

std::span<const Mutant> allMutants() { return kMutants; }

std::string describe(const Mutant& mutant) {
  constexpr const char* kMutations[] = {"no barrier",
                                        "unbounded store",
                                        "unbounded load",
                                        "unclamped load",
                                        "missing not last",
                                        "wrong tie",
                                        "no rotation",
                                        "no iota",
                                        "iota of binding",
                                        "unflipped value",
                                        "swapped words",
                                        "stages left out if wide",
                                        "wrong extra tie",
                                        "unordered low word",
                                        "unflipped extra",
                                        "stale extra",
                                        "reading on",
                                        "missing elements added",
                                        "no clearing",
                                        "half a sum",
                                        "unclamped count",
                                        "store to capacity",
                                        "load to capacity",
                                        "always last",
                                        "unclamped",
                                        "misplaced",
                                        "lost block",
                                        "tiles taken for sorted",
                                        "seams taken for sorted",
                                        "seams in the wrong place",
                                        "always enough",
                                        "last middle left out",
                                        "never enough",
                                        "unclamped lists",
                                        "unfolded grid",
                                        "over others",
                                        "one place",
                                        "one slot",
                                        "all stages",
                                        "same part",
                                        "packed alike",
                                        "counted from the binding",
                                        "counted from the list",
                                        "past the end"};
  constexpr const char* kElements[] = {"keys", "pairs", "triples"};
  constexpr const char* kKernels[] = {"tile",    "global",      "subgroup", "verifying",  "set-up",
                                      "verdict", "list set-up", "small",    "hooked tile"};
  return std::string(kMutations[static_cast<int>(mutant.mutation)]) + " in the " +
         kKernels[static_cast<int>(mutant.kernel)] + " pass of " + kElements[static_cast<int>(mutant.element)];
}

Faults planted(const Mutant& mutant) {
  constexpr vksort::Kernel kKernels[] = {
      vksort::Kernel::tile_sort,  vksort::Kernel::global_short, vksort::Kernel::subgroup_sort,
      vksort::Kernel::setup,      vksort::Kernel::setup,        vksort::Kernel::verdict,
      vksort::Kernel::list_setup, vksort::Kernel::small_sort,   vksort::Kernel::tile_sort};
  const vksort::Kernel kernel = kKernels[static_cast<int>(mutant.kernel)];
  const vksort::Spirv shipped = mutant.kernel == MutantKernel::verify ? vksort::verifySpirv(false)
                                : mutant.kernel == MutantKernel::hooked_tile
                                    ? vksort::spirvOf(source_hook, kernel, mutant.element)
                                    : vksort::spirvOf(kernel, mutant.element);
  Faults faults;
  faults.shaders.push_back({shipped.words, mutant.code});
  return faults;
}

}  // namespace test
