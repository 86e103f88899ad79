#include "support/oracle/barrier_oracle.h"

namespace test {

uint32_t missingBarriers(const Log& log, const Independent& independent) {
  constexpr VkAccessFlags kBoth = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  // What the barriers since the last dispatch make visible.
  struct Visible {
    bool elements = true;   // reads and writes of shaders, to the same
    bool arguments = true;  // writes of shaders, to the reading of arguments
  } visible;
  bool before_is_direct = true;
  uint32_t missing = 0, dispatches = 0;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::barrier) {
      const auto orders = [&](VkAccessFlags source, VkPipelineStageFlags stage, VkAccessFlags target) {
        return (command.source_stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0 &&
               (command.target_stages & stage) != 0 && (command.source_access & source) == source &&
               (command.target_access & target) == target;
      };
      visible.elements |= orders(kBoth, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, kBoth);
      visible.arguments |=
          orders(VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
    } else if (command.kind == Command::Kind::dispatch) {
      const uint32_t dispatch = dispatches++;
      if (dispatch > independent.first && dispatch < independent.first + independent.count) {
        visible = {false, false};
        continue;
      }
      const bool indirect = command.arguments != VK_NULL_HANDLE;
      missing += !visible.elements || (indirect && before_is_direct && !visible.arguments);
      visible = {false, false};
      before_is_direct = !indirect;
    }
  }
  return missing;
}

}  // namespace test
