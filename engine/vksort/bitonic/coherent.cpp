#include "bitonic/coherent.h"

#include "sort/grid.h"

namespace vksort::bitonic {
namespace {

void add(const Setting& setting, Kernel kernel, Wait wait, std::uint32_t groups, PassList& out) {
  addConverting(setting, kernel, wait, setting.shape.tile_log2, groups, out);
}

}  // namespace

std::uint32_t addRepair(const Setting& setting, std::uint32_t n, PassList& out) {
  const std::uint32_t tiles = ceilShift(n, setting.shape.tile_log2);
  // The set-up names a word of the keys where the host counts, and takes the count from the caller where the device
  // does.
  const Wait behind_set_up = setting.configuration.mode.device_count ? Wait::passes_if_shared : Wait::passes;
  add(setting, Kernel::repair_tiles, behind_set_up, tiles, out);
  add(setting, Kernel::repair_seams, Wait::passes, tiles - 1, out);
  Pass& verdict = out.add();
  setDispatch(verdict, Kernel::verdict, nameOf(Kernel::verdict), Wait::passes, 0, 1);
  PassPush words{};
  convertLoaded(setting, words);
  setWords(verdict, words);
  return out.count - 1;
}

void spareSort(const Setting& setting, PassList& passes, std::uint32_t verdict) {
  auto words = pushOf<PassPush>(passes.passes[verdict]);
  words.spared_passes = passes.count - 1 - verdict;
  setWords(passes.passes[verdict], words);
  if (setting.configuration.mode.device_count) convertAtEachStage(setting, passes, verdict + 1);
  takeArguments(passes, verdict + 1);
}

}  // namespace vksort::bitonic
