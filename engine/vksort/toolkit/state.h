// The state of a Toolkit.
#pragma once

#include "sort/toolkit/interface.h"
#include "vksort_toolkit.h"
#include "vulkan/pipelines.h"

namespace vksort {

enum class Tool : std::uint8_t {
  runs,           // compact.comp with look-back
  cull,           // the same with the host's function
  portable_runs,  // without look-back
  portable_cull,
  clear,  // the tasks of steps.comp
  move,
  cells,
  gather,
};
inline constexpr std::uint32_t kToolCount = 8;

struct ToolkitState {
  Pipelines pipelines;  // by Tool
  std::uint32_t invocations;
  bool looks_back;
  bool is_software;
  bool culls;
  bool has_cull_set;

  [[nodiscard]] std::uint32_t tilesOf(std::uint32_t n) const {
    const std::uint32_t tile = invocations * VKSORT_TOOLKIT_ROWS;
    return n / tile + (n % tile != 0 ? 1 : 0);
  }
  // Software drivers end an invocation's loops after 65535 rounds, which bounds look-back.
  [[nodiscard]] bool looksBack(std::uint32_t n) const { return looks_back && (!is_software || tilesOf(n) <= 512); }
  // Of a compaction that keeps `words` of each element.
  [[nodiscard]] std::uint64_t scratchWords(std::uint32_t n, std::uint32_t words) const {
    return tilesOf(n) + (looksBack(n) ? 0 : std::uint64_t{n} * words);
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
