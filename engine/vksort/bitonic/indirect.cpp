#include "bitonic/indirect.h"

#include "vksort_indirect.h"

namespace vksort::bitonic {

static_assert(kStateBytes >= 3 * sizeof(std::uint32_t) * kMaxTunedPasses);

void addSetUp(PassList& out) {
  Pass& pass = out.add();
  setDispatch(pass, Kernel::setup, Wait::nothing, 0, 1);
  setWords(pass, PassPush{});
}

void addOneWorkgroup(const Setting& setting, const Request& request, std::uint32_t arguments, PassList& out) {
  const Kernel kernel = firstKernel(setting, setting.oneWorkgroup());
  const std::uint32_t sorted = setting.shape.elementsLog2(kernel);
  addConverting(kernel, request, Wait::passes, sorted, 1, out).arguments = arguments;
}

void findCount(const Request& request, PassList& passes, std::uint32_t first) {
  convertAtEachStage(request, passes, first);
  // It takes the count from the caller's buffer.
  passes.passes[first].wait = Wait::passes_if_shared;
  takeArguments(passes, first + 1);
}

}  // namespace vksort::bitonic
