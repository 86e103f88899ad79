#include "bitonic/schedule.h"

#include "sort/passes.h"

namespace vksort {
namespace {

std::uint32_t ceilLog2(std::uint32_t n) {
  std::uint32_t k = 0;
  while (k < 32 && (std::uint64_t{1} << k) < n) ++k;
  return k;
}

std::uint32_t globalIndex(Kernel kernel) {
  return static_cast<std::uint32_t>(kernel) - static_cast<std::uint32_t>(Kernel::global_short);
}

std::uint32_t most(std::uint32_t a, std::uint32_t b) { return a > b ? a : b; }

}  // namespace

std::uint32_t Shape::elementsLog2(Kernel kernel) const {
  if (isGlobal(kernel)) return global_log2[globalIndex(kernel)];
  switch (kernel) {
    case Kernel::subgroup_sort:
      return registersLog2(kernel) + subgroup_log2;
    case Kernel::small_sort:
    case Kernel::list_sort:
      return small_log2;
    case Kernel::medium_sort:
      return medium_log2;
    case Kernel::large_sort:
      return large_log2;
    case Kernel::double_sort:
      return tile_log2 + 1;
    case Kernel::tiny_sort:
      return tiny_log2;
    case Kernel::merge_half:
      return tile_log2 - 1;
    case Kernel::merge_quarter:
      return tile_log2 - 2;
    default:
      return tile_log2;
  }
}

std::uint32_t Shape::registersLog2(Kernel kernel) const {
  switch (kernel) {
    case Kernel::subgroup_sort:
    case Kernel::small_sort:
    case Kernel::tiny_sort:
      return 2;
    case Kernel::medium_sort:
    case Kernel::large_sort:
      return 3;
    default:
      return registers_log2;
  }
}

std::uint32_t Shape::strides(Kernel kernel) const {
  if (isGlobal(kernel)) return registers_log2 + globalIndex(kernel);
  switch (kernel) {
    case Kernel::merge_full:
    case Kernel::merge_half:
    case Kernel::merge_quarter:
      return VKSORT_TILE_MERGE;
    case Kernel::repair_tiles:
      return VKSORT_TILE_REPAIR;
    case Kernel::repair_seams:
      return VKSORT_TILE_SEAM;
    default:
      return VKSORT_TILE_SORT;
  }
}

bool Shape::uses(Kernel kernel) const {
  if (isGlobal(kernel)) return elementsLog2(kernel) != 0;
  switch (kernel) {
    case Kernel::subgroup_sort:
      return subgroup_sort != 0 && subgroup_log2 != 0;
    case Kernel::small_sort:
      return !lists && small_log2 != 0;
    case Kernel::list_sort:
      return lists && small_log2 != 0;
    case Kernel::medium_sort:
    case Kernel::large_sort:
      return elementsLog2(kernel) != 0;
    case Kernel::tile_sort:
      return double_tiles == 0 || most(most(small_log2, medium_log2), large_log2) < tile_log2;
    case Kernel::double_sort:
      return double_tiles != 0;
    case Kernel::merge_half:
    case Kernel::merge_quarter:
      return elementsLog2(kernel) >= smallest_merge_log2;
    case Kernel::setup:
      return device_count || coherent;
    case Kernel::repair_tiles:
    case Kernel::repair_seams:
    case Kernel::verdict:
      return coherent;
    case Kernel::list_setup:
    case Kernel::tiny_sort:
      return lists;
    default:
      return true;
  }
}

Kernel Shape::globalKernel(std::uint32_t wanted) const {
  auto found = Kernel::global_short;
  for (std::uint32_t i = 0; i < kGlobalKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::global_short) + i);
    if (!uses(kernel)) continue;
    found = kernel;
    if (strides(kernel) >= wanted) break;
  }
  return found;
}

namespace {

// With a count that the host knows.
void addPasses(const Shape& tuning, std::uint32_t n, Schedule& out) {
  const auto add = [&out](Kernel kernel, std::uint32_t stage, std::uint32_t groups, std::uint32_t window = 0,
                          bool mirror = false) {
    out.passes[out.count++] = {kernel, mirror, static_cast<std::uint8_t>(window), static_cast<std::uint8_t>(stage),
                               groups};
  };
  constexpr Kernel kAtOnce[] = {Kernel::subgroup_sort, Kernel::small_sort, Kernel::medium_sort, Kernel::large_sort};
  for (const Kernel kernel : kAtOnce) {
    if (tuning.uses(kernel) && n <= 1u << tuning.elementsLog2(kernel)) {
      add(kernel, tuning.elementsLog2(kernel), 1);
      return;
    }
  }

  const std::uint32_t tile = tuning.tile_log2;
  const bool one_tile = tuning.uses(Kernel::tile_sort) && n <= 1u << tile;
  const Kernel sort = one_tile ? Kernel::tile_sort : tuning.firstSort();
  const std::uint32_t sorted = tuning.elementsLog2(sort);
  add(sort, sorted, ceilShift(n, sorted));
  const std::uint32_t longest = tuning.strides(tuning.globalKernel(32));

  for (std::uint32_t stage = sorted + 1; stage <= ceilLog2(n); ++stage) {
    const std::uint32_t end = stageEnd(n, stage);
    // As few global passes as bring the strides down to a tile. Where they can do more than that, the first ones, whose
    // rows lie furthest apart, do less, and the merge is of merge_log2.
    std::uint32_t passes = globalPasses(stage - tile, longest);
    std::uint32_t above = stage - tuning.merge_log2;
    std::uint32_t top = stage;
    for (bool mirror = true; passes > 0; mirror = false) {
      const std::uint32_t rest = longest * --passes;
      const Kernel kernel = tuning.globalKernel(above > rest ? above - rest : 0);
      const std::uint32_t strides = tuning.strides(kernel);
      top -= strides;
      above -= above < strides ? above : strides;
      add(kernel, stage, globalGroups(end, top, strides, tuning.elementsLog2(kernel)), top, mirror);
    }
    // What is left fits 2^top elements. A larger merge kernel repeats strides, which changes nothing.
    const std::uint32_t merge = most(top, tuning.smallest_merge_log2);
    add(static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::merge_full) + tile - merge), stage,
        ceilShift(end, merge));
  }
}

}  // namespace

void buildSchedule(const Shape& tuning, std::uint32_t n, Schedule& out) {
  out.count = 0;
  if (n < tuning.fewest()) return;
  addPasses(tuning, n, out);
  if (!tuning.uses(Kernel::setup) || out.count == 1) return;
  Pass before[1 + VKSORT_REPAIR_PASSES] = {{Kernel::setup, false, 0, 0, 1}};
  std::uint32_t count = 1;
  if (tuning.coherent) {
    const std::uint32_t tiles = ceilShift(n, tuning.tile_log2);
    const auto tile = static_cast<std::uint8_t>(tuning.tile_log2);
    before[count++] = {Kernel::repair_tiles, false, 0, tile, tiles};
    before[count++] = {Kernel::repair_seams, false, 0, tile, tiles - 1};
    before[count++] = {Kernel::verdict, false, 0, tile, 1};
  }
  for (std::uint32_t i = out.count; i-- > 0;) out.passes[i + count] = out.passes[i];
  for (std::uint32_t i = 0; i < count; ++i) out.passes[i] = before[i];
  out.count += count;
}

bool areIndependent(const Shape& shape, const Pass& before, const Pass& after) {
  // The next pass takes the count from where the caller has it. Where the host counts, the set-up names a word of the
  // keys.
  if (before.kernel == Kernel::setup) return shape.device_count;
  return shape.lists && Shape::sorts(before.kernel) && Shape::sorts(after.kernel);
}

Grid foldGrid(std::uint32_t groups, std::uint32_t max_x) {
  const std::uint32_t rows = gridRows(groups, max_x);
  return {gridColumns(groups, rows), rows};
}

}  // namespace vksort
