// The grid that a dispatch of many workgroups is folded into.
#pragma once

#include <cstdint>

#include "sort/interface.h"

namespace vksort {

// A grid of at least `groups` workgroups that respects the device's maxComputeWorkGroupCount[0].
struct Grid {
  std::uint32_t x;
  std::uint32_t y;
};
[[nodiscard]] inline Grid foldGrid(std::uint32_t groups, std::uint32_t max_x) {
  const std::uint32_t rows = gridRows(groups, max_x);
  return {gridColumns(groups, rows), rows};
}

}  // namespace vksort
