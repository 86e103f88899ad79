#include "schedule.h"

namespace vksort {
namespace {

std::uint32_t ceilLog2(std::uint32_t n) {
  std::uint32_t k = 0;
  while (k < 32 && (std::uint64_t{1} << k) < n) ++k;
  return k;
}

std::uint64_t ceilShift(std::uint64_t n, std::uint32_t bits) { return (n + (std::uint64_t{1} << bits) - 1) >> bits; }

std::uint32_t most(std::uint32_t a, std::uint32_t b) { return a > b ? a : b; }

std::uint64_t least(std::uint64_t a, std::uint64_t b) { return a < b ? a : b; }

// Groups of one global pass over the sub-blocks of 2^(window + strides) elements that start below `end`.
std::uint64_t globalGroups(std::uint64_t end, std::uint32_t window, std::uint32_t strides, std::uint32_t columns) {
  const std::uint32_t block = window + strides;
  const std::uint64_t rest = end & ((std::uint64_t{1} << block) - 1);
  const std::uint64_t full = (end >> block) << (window - columns);
  return full + least(ceilShift(rest, columns), std::uint64_t{1} << (window - columns));
}

}  // namespace

std::uint32_t Shape::elementsLog2(Kernel kernel) const {
  switch (kernel) {
    case Kernel::subgroup_sort:
      return registersLog2(kernel) + subgroup_log2;
    case Kernel::small_sort:
      return small_log2;
    case Kernel::medium_sort:
      return medium_log2;
    case Kernel::large_sort:
      return large_log2;
    case Kernel::double_sort:
      return tile_log2 + 1;
    case Kernel::merge_half:
      return tile_log2 - 1;
    case Kernel::merge_quarter:
      return tile_log2 - 2;
    case Kernel::global_short:
      return short_tile_log2;
    case Kernel::global_long_1:
      return long_1_tile_log2;
    case Kernel::global_long_2:
      return long_2_tile_log2;
    case Kernel::global_long_3:
      return long_3_tile_log2;
    case Kernel::global_long_4:
      return long_4_tile_log2;
    case Kernel::global_long_5:
      return long_5_tile_log2;
    default:
      return tile_log2;
  }
}

std::uint32_t Shape::registersLog2(Kernel kernel) const {
  switch (kernel) {
    case Kernel::subgroup_sort:
    case Kernel::small_sort:
      return 2;
    case Kernel::medium_sort:
    case Kernel::large_sort:
      return 3;
    default:
      return registers_log2;
  }
}

std::uint32_t Shape::strides(Kernel kernel) const {
  switch (kernel) {
    case Kernel::merge_full:
    case Kernel::merge_half:
    case Kernel::merge_quarter:
      return 1;
    case Kernel::global_short:
    case Kernel::global_long_1:
    case Kernel::global_long_2:
    case Kernel::global_long_3:
    case Kernel::global_long_4:
    case Kernel::global_long_5:
      return registers_log2 + static_cast<std::uint32_t>(kernel) - static_cast<std::uint32_t>(Kernel::global_short);
    default:
      return 0;
  }
}

bool Shape::uses(Kernel kernel) const {
  switch (kernel) {
    case Kernel::subgroup_sort:
      return subgroup_sort != 0 && subgroup_log2 != 0;
    case Kernel::small_sort:
    case Kernel::medium_sort:
    case Kernel::large_sort:
    case Kernel::global_short:
    case Kernel::global_long_1:
    case Kernel::global_long_2:
    case Kernel::global_long_3:
    case Kernel::global_long_4:
    case Kernel::global_long_5:
      return elementsLog2(kernel) != 0;
    case Kernel::tile_sort:
      return double_tiles == 0 || most(most(small_log2, medium_log2), large_log2) < tile_log2;
    case Kernel::double_sort:
      return double_tiles != 0;
    case Kernel::merge_half:
    case Kernel::merge_quarter:
      return elementsLog2(kernel) >= smallest_merge_log2;
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

void buildSchedule(const Shape& tuning, std::uint32_t n, Schedule& out) {
  out.count = 0;
  if (n < (tuning.writes_values ? 1u : 2u)) return;
  const auto add = [&out](Kernel kernel, std::uint32_t stage, std::uint64_t groups, std::uint32_t window = 0,
                          bool mirror = false) {
    out.passes[out.count++] = {kernel, mirror, static_cast<std::uint8_t>(window), static_cast<std::uint8_t>(stage),
                               static_cast<std::uint32_t>(groups)};
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
  const Kernel sort = !one_tile && tuning.uses(Kernel::double_sort) ? Kernel::double_sort : Kernel::tile_sort;
  const std::uint32_t sorted = tuning.elementsLog2(sort);
  add(sort, sorted, ceilShift(n, sorted));
  const std::uint32_t longest = tuning.strides(tuning.globalKernel(32));

  for (std::uint32_t stage = sorted + 1; stage <= ceilLog2(n); ++stage) {
    // Blocks of 2^stage whose upper half exists; a last block without one is sorted already.
    const std::uint64_t half = std::uint64_t{1} << (stage - 1);
    const std::uint64_t blocks = ((n - 1 - half) >> stage) + 1;
    const std::uint64_t end = least(n, blocks << stage);

    // As few global passes as bring the strides down to a tile. Where they can do more than that, the first ones, whose
    // rows lie furthest apart, do less, and the merge is of merge_log2.
    std::uint32_t passes = (stage - tile + longest - 1) / longest;
    std::uint32_t above = stage - tuning.merge_log2;
    std::uint32_t top = stage;
    for (bool mirror = true; passes > 0; mirror = false) {
      const std::uint32_t rest = longest * --passes;
      const Kernel kernel = tuning.globalKernel(above > rest ? above - rest : 0);
      const std::uint32_t strides = tuning.strides(kernel);
      const std::uint32_t window = top - strides;
      add(kernel, stage, globalGroups(end, window, strides, tuning.elementsLog2(kernel) - strides), window, mirror);
      top = window;
      above -= above < strides ? above : strides;
    }
    // What is left fits 2^top elements. A larger merge kernel repeats strides, which changes nothing.
    const std::uint32_t merge = most(top, tuning.smallest_merge_log2);
    add(static_cast<Kernel>(static_cast<std::uint32_t>(Kernel::merge_full) + tile - merge), stage,
        ceilShift(end, merge));
  }
}

Grid foldGrid(std::uint32_t groups, std::uint32_t max_x) {
  if (groups <= max_x) return {groups, 1};
  const auto rows = static_cast<std::uint32_t>((std::uint64_t{groups} + max_x - 1) / max_x);
  // Rows of equal length leave fewer than `rows` workgroups over.
  return {static_cast<std::uint32_t>((std::uint64_t{groups} + rows - 1) / rows), rows};
}

}  // namespace vksort
