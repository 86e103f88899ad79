#pragma once

#include "device/pipelines.h"
#include "toolkit/interface.h"
#include "vksort_toolkit.h"

namespace vksort {

enum class Tool : std::uint8_t {
  mark_runs,
  place_runs,
  mark_culled,
  place_culled,
  clear,
  cells,
  gather,
  select_short_rows,
  mark_selected,  // from here, ToolkitState::select_invocations is used
  place_selected,
  narrow,
  select_rows,
};
inline constexpr std::uint32_t kToolCount = 12;
inline constexpr std::uint32_t kToolPushBytes = sizeof(SelectPush);  // the largest
// Counts of up to 1,024 invocations are stored in halves of words.
static_assert(VKSORT_TOOLKIT_MARKS * VKSORT_TOOLKIT_ROWS * 1024 < 1 << 16);
// One workgroup selects from a row of up to this size, because its loops are faster than several dispatches.
inline constexpr std::uint32_t kMaxRow = 1u << 14;

[[nodiscard]] constexpr bool selectsByRow(const SelectInfo& info) {
  return info.row_count > 1 || info.segments.buffer || info.count <= kMaxRow;
}

}  // namespace vksort

struct vksortToolkit_T {
  vksort::Pipelines pipelines;
  std::uint32_t invocations;
  std::uint32_t select_invocations;
  vksort::Tools tools;

  [[nodiscard]] static std::uint32_t tilesOf(std::uint32_t n, std::uint32_t by) {
    const std::uint32_t tile = by * VKSORT_TOOLKIT_ROWS;
    return n / tile + (n % tile != 0 ? 1 : 0);
  }
  // For compactions.
  [[nodiscard]] static std::uint64_t scratchWords(std::uint32_t n, std::uint32_t by) {
    return std::uint64_t{tilesOf(n, by)} * (1 + by);
  }
  [[nodiscard]] std::uint64_t scratchWords(const vksort::SelectInfo& info) const {
    return vksort::selectsByRow(info) ? 0 : VKSORT_TOOLKIT_SELECT_WORDS + scratchWords(info.count, select_invocations);
  }
};

namespace vksort {

using ToolkitState = vksortToolkit_T;

// A static string.
[[nodiscard]] const char* labelOf(Tool tool);
[[nodiscard]] Spirv toolModule(Tool tool);
// Can only share the tool's scratch memory.
struct FollowingSort {
  UsedRange work, scratch;
  VkDescriptorSet set;
};
// Does not log errors.
[[nodiscard]] RecordStatus recordTool(const ToolkitState* state, VkCommandBuffer command_buffer, const CullInfo* info,
                                      const FollowingSort* sort);
[[nodiscard]] RecordStatus recordTool(const ToolkitState* state, VkCommandBuffer command_buffer, const SelectInfo* info,
                                      const FollowingSort* sort);
// If the device may still be running the tests, sets Pipelines::is_in_flight and returns VK_TIMEOUT.
[[nodiscard]] Failure testTools(const Device& host, const SelfTest& info, ToolkitState& state);

}  // namespace vksort
