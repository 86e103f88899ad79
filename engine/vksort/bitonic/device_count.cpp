#include "bitonic/device_count.h"

namespace vksort::bitonic {

static_assert(kStateBytes >= 3 * sizeof(std::uint32_t) * kMaxPasses);

void addSetUp(PassList& out) { setDispatch(out.add(), Kernel::setup, nameOf(Kernel::setup), Wait::nothing, 0, 1); }

void addOneWorkgroup(const Setting& setting, std::uint32_t arguments, PassList& out) {
  const Kernel kernel = setting.shape.firstSort();
  const std::uint32_t sorted = setting.shape.elementsLog2(kernel);
  addConverting(setting, kernel, Wait::passes, sorted, 1, out).arguments = arguments;
}

void findCount(const Setting& setting, PassList& passes, std::uint32_t first) {
  convertAtEachStage(setting, passes, first);
  // It takes the count from where the caller has it.
  passes.passes[first].wait = Wait::passes_if_shared;
  takeArguments(passes, first + 1);
}

}  // namespace vksort::bitonic
