// The state of a Toolkit.
#pragma once

#include "sort/toolkit/interface.h"
#include "vksort_toolkit.h"
#include "vulkan/pipelines.h"

namespace vksort {

enum class Tool : std::uint8_t {
  mark_runs,  // the tasks of compact.comp,
  place_runs,
  mark_culled,  // with the host's function,
  place_culled,
  clear,  // and of steps.comp
  cells,
  gather,
};
inline constexpr std::uint32_t kToolCount = 7;

struct ToolkitState {
  Pipelines pipelines;  // by Tool
  std::uint32_t invocations;
  bool culls;
  bool has_cull_set;

  [[nodiscard]] std::uint32_t tilesOf(std::uint32_t n) const {
    const std::uint32_t tile = invocations * VKSORT_TOOLKIT_ROWS;
    return n / tile + (n % tile != 0 ? 1 : 0);
  }
  // Of a compaction.
  [[nodiscard]] std::uint64_t scratchWords(std::uint32_t n) const {
    return std::uint64_t{tilesOf(n)} * (1 + invocations);
  }
};

// As labels have it, a static string.
[[nodiscard]] const char* labelOf(Tool tool);
// That the tool's kernel is made from; of a cull without the host's function.
[[nodiscard]] Module toolModule(Tool tool);

// Access for non-member functions of the library.
struct ToolkitAccess {
  [[nodiscard]] static const ToolkitState* stateOf(const Toolkit& toolkit) { return toolkit.state_; }
};

}  // namespace vksort
