#include "bitonic/incremental.h"

#include "bitonic/indirect.h"
#include "sort/grid.h"

namespace vksort::bitonic {

void addIncremental(const Setting& setting, const Request& request, PassList& out) {
  const std::uint32_t tile_log2 = setting.shape.tile_log2;
  const std::uint32_t tiles = ceilShift(request.count, tile_log2);
  addSetUp(true, out);
  // The set-up names a word of the keys if the host knows the count, and else reads the caller's count.
  const Wait behind_set_up = request.indirect ? Wait::passes_if_shared : Wait::passes;
  addConverting(Kernel::repair_tiles, request, behind_set_up, tile_log2, tiles, out);
  addConverting(Kernel::repair_boundaries, request, Wait::passes, tile_log2, tiles - 1, out);

  const std::uint32_t decision = out.count;
  setDispatch(out.add(), Kernel::decide, Wait::passes, 0, 1);
  addSort(setting, request, setting.shape.firstSort(), out);
  PassPush words{};
  words.converts = request.conversion.isNeeded() ? VKSORT_CONVERT_LOADED : 0;
  words.skipped_passes = out.count - 1 - decision;
  setWords(out.passes[decision], words);
  if (request.indirect) convertAtEachStage(request, out, decision + 1);
  takeArguments(out, decision + 1);
}

}  // namespace vksort::bitonic
