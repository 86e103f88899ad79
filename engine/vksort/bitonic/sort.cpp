#include "bitonic/sort.h"

#include "bitonic/coherent.h"
#include "bitonic/device_count.h"
#include "bitonic/lists.h"
#include "bitonic/schedule.h"

namespace vksort::bitonic {

void passes(const Setting& setting, const Amount& amount, PassList& out) {
  const Mode& mode = setting.configuration.mode;
  out.count = 0;
  if (amount.count < mode.fewest()) return;
  if (mode.lists) {
    if (amount.list_count != 0) addLists(setting, amount, out);
    return;
  }
  if (isOnePass(setting, amount.count) || !mode.takesState()) {
    addSort(setting, amount.count, out);
    return;
  }
  addSetUp(out);
  if (mode.coherent) {
    const std::uint32_t verdict = addRepair(setting, amount.count, out);
    addSort(setting, amount.count, out);
    spareSort(setting, out, verdict);
  } else {
    const std::uint32_t first = out.count;
    addSort(setting, amount.count, out);
    findCount(setting, out, first);
  }
}

}  // namespace vksort::bitonic
