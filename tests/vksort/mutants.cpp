#include "mutants.h"

#include "kernels.h"

namespace test {
namespace {

struct Elements {
  static constexpr bool keys = false;
  static constexpr bool pairs = true;
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
                                        "reading on",
                                        "missing elements added",
                                        "no clearing",
                                        "half a sum"};
  constexpr const char* kKernels[] = {"tile", "global", "subgroup", "verifying"};
  return std::string(kMutations[static_cast<int>(mutant.mutation)]) + " in the " +
         kKernels[static_cast<int>(mutant.kernel)] + " pass of " + (mutant.pairs ? "pairs" : "keys");
}

Faults planted(const Mutant& mutant) {
  constexpr vksort::Kernel kKernels[] = {vksort::Kernel::tile_sort, vksort::Kernel::global_short,
                                         vksort::Kernel::subgroup_sort};
  const vksort::Spirv shipped = mutant.kernel == MutantKernel::verify
                                    ? vksort::verifySpirv()
                                    : vksort::spirvOf(kKernels[static_cast<int>(mutant.kernel)], mutant.pairs);
  Faults faults;
  faults.shaders.push_back({shipped.words, mutant.code});
  return faults;
}

}  // namespace test
