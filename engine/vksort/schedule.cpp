#include "schedule.h"

namespace vksort {
namespace {

std::uint32_t ceilLog2(std::uint32_t n) {
  std::uint32_t k = 0;
  while (k < 32 && (std::uint64_t{1} << k) < n) ++k;
  return k;
}

std::uint32_t floorLog2(std::uint32_t n) {
  std::uint32_t k = 0;
  while (n >> (k + 1)) ++k;
  return k;
}

std::uint64_t ceilShift(std::uint64_t n, std::uint32_t bits) {
  return (n + (std::uint64_t{1} << bits) - 1) >> bits;
}

std::uint64_t least(std::uint64_t a, std::uint64_t b) {
  return a < b ? a : b;
}

// Rows of a global_long pass are 2^kRowLog2 elements: one 128-byte line of keys.
constexpr std::uint32_t kRowLog2 = 5;

Tuning shape(std::uint32_t registers_log2, std::uint32_t workgroup) {
  Tuning tuning{};
  tuning.registers_log2 = registers_log2;
  tuning.tile_log2 = registers_log2 + floorLog2(workgroup);
  tuning.short_strides = registers_log2;
  const std::uint32_t longest = tuning.tile_log2 - kRowLog2;
  tuning.long_strides = longest < 2 * registers_log2 ? longest : 2 * registers_log2;
  return tuning;
}

// Shared memory of a tile: padded by one element per 2^registers, see window.glsl.
std::uint32_t sharedBytes(const Tuning& tuning, bool pairs) {
  const std::uint32_t tile = 1u << tuning.tile_log2;
  return (tile + (tile >> tuning.registers_log2)) * (pairs ? 8u : 4u);
}

// Groups of one global pass over the sub-blocks of 2^(window + strides) elements that start below `end`.
std::uint64_t globalGroups(std::uint64_t end, std::uint32_t window, std::uint32_t strides, std::uint32_t columns) {
  const std::uint32_t block = window + strides;
  const std::uint64_t rest = end & ((std::uint64_t{1} << block) - 1);
  const std::uint64_t full = (end >> block) << (window - columns);
  return full + least(ceilShift(rest, columns), std::uint64_t{1} << (window - columns));
}

}  // namespace

std::uint32_t Tuning::strides(Kernel kernel) const {
  switch (kernel) {
    case Kernel::tile_merge:
      return 1;
    case Kernel::global_short:
      return short_strides;
    case Kernel::global_long:
      return long_strides;
    default:
      return 0;
  }
}

Tuning chooseTuning(const DeviceLimits& limits, bool pairs) {
  // 16 keys or 8 pairs per invocation; 256 invocations where they fit, else the floor's 128.
  const std::uint32_t registers_log2 = pairs ? 3 : 4;
  Tuning tuning = shape(registers_log2, 256);
  if (limits.workgroup_invocations < 256 || limits.shared_memory_bytes < sharedBytes(tuning, pairs)) {
    tuning = shape(registers_log2, 128);
  }
  if (limits.subgroup_size >= 2) tuning.subgroup_log2 = registers_log2 + floorLog2(limits.subgroup_size);
  return tuning;
}

void buildSchedule(const Tuning& tuning, std::uint32_t n, Schedule& out) {
  out.count = 0;
  if (n < 2) return;
  const auto add = [&out](Kernel kernel, std::uint64_t groups, std::uint32_t window = 0, bool mirror = false) {
    out.passes[out.count++] = {kernel, mirror, static_cast<std::uint8_t>(window), static_cast<std::uint32_t>(groups)};
  };
  if (tuning.subgroup_log2 != 0 && n <= 1u << tuning.subgroup_log2) {
    add(Kernel::subgroup_sort, 1);
    return;
  }

  const std::uint32_t tile = tuning.tile_log2;
  add(Kernel::tile_sort, ceilShift(n, tile));

  for (std::uint32_t stage = tile + 1; stage <= ceilLog2(n); ++stage) {
    // Blocks of 2^stage whose upper half exists; a last block without one is sorted already.
    const std::uint64_t half = std::uint64_t{1} << (stage - 1);
    const std::uint64_t blocks = ((n - 1 - half) >> stage) + 1;
    const std::uint64_t end = least(n, blocks << stage);

    std::uint32_t above = stage - tile;  // strides not yet done that do not fit a tile
    std::uint32_t left = (above + tuning.long_strides - 1) / tuning.long_strides;
    std::uint32_t top = stage;
    for (bool mirror = true; above > 0; mirror = false, --left) {
      const bool is_short = above <= tuning.short_strides * left;
      const std::uint32_t strides = is_short ? tuning.short_strides : tuning.long_strides;
      // The last pass may reach below the tile's top stride; the tile pass repeats those strides, which changes nothing.
      const std::uint32_t window = top - strides;
      add(is_short ? Kernel::global_short : Kernel::global_long,
          globalGroups(end, window, strides, tile - strides), window, mirror);
      top = window;
      above -= above < strides ? above : strides;
    }
    add(Kernel::tile_merge, ceilShift(end, tile));
  }
}

Grid foldGrid(std::uint32_t groups, std::uint32_t max_x) {
  if (groups <= max_x) return {groups, 1};
  const auto rows = static_cast<std::uint32_t>((std::uint64_t{groups} + max_x - 1) / max_x);
  // Rows of equal length leave fewer than `rows` workgroups over.
  return {static_cast<std::uint32_t>((std::uint64_t{groups} + rows - 1) / rows), rows};
}

}  // namespace vksort
