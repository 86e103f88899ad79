#include "create/pipelines.h"
#include "create/self_test/device.h"
#include "toolkit/create_state.h"
#include "toolkit/state.h"
#include "toolkit_modules.h"

namespace vksort {
namespace {

struct ToolRow {
  const char* label;
  Spirv module;
  std::uint32_t task;
  Tools tools;  // used by these tools
};
constexpr std::uint32_t kNoTask = 0;
constexpr ToolRow kTools[] = {
    {"vksort toolkit_mark_runs", VKSORT_PACKED(toolkit_runs), VKSORT_TOOLKIT_MARK, VKSORT_RUN_TOOL},
    {"vksort toolkit_place_runs", VKSORT_PACKED(toolkit_runs), VKSORT_TOOLKIT_PLACE, VKSORT_RUN_TOOL},
    {"vksort toolkit_mark_culled", VKSORT_PACKED(toolkit_cull), VKSORT_TOOLKIT_MARK, VKSORT_CULL_TOOL},
    {"vksort toolkit_place_culled", VKSORT_PACKED(toolkit_cull), VKSORT_TOOLKIT_PLACE, VKSORT_CULL_TOOL},
    {"vksort toolkit_clear", VKSORT_PACKED(toolkit_clear), kNoTask, VKSORT_CELL_TOOL | VKSORT_SELECT_TOOL},
    {"vksort toolkit_cells", VKSORT_PACKED(toolkit_cells), kNoTask, VKSORT_CELL_TOOL},
    {"vksort toolkit_gather", VKSORT_PACKED(toolkit_gather), kNoTask, VKSORT_GATHER_TOOL},
    {"vksort toolkit_short_rows", VKSORT_PACKED(toolkit_select), VKSORT_TOOLKIT_SELECT_ROWS, VKSORT_SELECT_TOOL},
    {"vksort toolkit_mark_selected", VKSORT_PACKED(toolkit_select), VKSORT_TOOLKIT_MARK, VKSORT_SELECT_TOOL},
    {"vksort toolkit_place_selected", VKSORT_PACKED(toolkit_select), VKSORT_TOOLKIT_PLACE, VKSORT_SELECT_TOOL},
    {"vksort toolkit_narrow", VKSORT_PACKED(toolkit_select), VKSORT_TOOLKIT_NARROW, VKSORT_SELECT_TOOL},
    {"vksort toolkit_select_rows", VKSORT_PACKED(toolkit_select), VKSORT_TOOLKIT_SELECT_ROWS, VKSORT_SELECT_TOOL}};
static_assert(sizeof kTools / sizeof kTools[0] == kToolCount);
constexpr std::uint32_t kPrefixLength = sizeof "vksort " - 1;

constexpr Tools kAllTools =
    VKSORT_RUN_TOOL | VKSORT_CELL_TOOL | VKSORT_CULL_TOOL | VKSORT_GATHER_TOOL | VKSORT_SELECT_TOOL;
constexpr const char* kUnknownTools = "create(): ToolkitInfo::tools contains bits that are not a VKSORT_.._TOOL";
constexpr std::uint32_t kToolInvocations = 256, kSelectInvocations = 1024;

// At most `wanted`, and as many as the device supports for compact.comp.
std::uint32_t invocationsOf(const DeviceLimits& limits, std::uint32_t wanted) {
  const std::uint32_t bytes = (wanted * (VKSORT_TOOLKIT_ROWS + 2) + VKSORT_TOOLKIT_BINS / 2 + 5) * 4;
  const bool fits = limits.workgroup_invocations >= wanted && limits.shared_memory_bytes >= bytes;
  return fits || wanted == kMinInvocations ? wanted : invocationsOf(limits, wanted / 2);
}

PipelineSource sourceOfTool(const ToolkitState& state, Tool tool) {
  PipelineSource source{};
  source.module = toolModule(tool);
  source.compile_cost = source.module.bytes;
  source.constant_count = VKSORT_TOOLKIT_CONSTANTS;
  source.constants[VKSORT_TOOLKIT_WORKGROUP] =
      tool >= Tool::mark_selected ? state.select_invocations : state.invocations;
  source.constants[VKSORT_TOOLKIT_TASK] = kTools[static_cast<std::uint32_t>(tool)].task;
  return source;
}

Failure createTools(ToolkitState& state, const ToolkitInfo& info, const DeviceFacts& facts) {
  if ((info.tools & ~kAllTools) != 0) {
    misuse(info.device.log, kUnknownTools);
    return {VK_ERROR_INITIALIZATION_FAILED, kUnknownTools};
  }
  if (facts.record_limits.max_buffers < VKSORT_BINDINGS) {
    return {VK_ERROR_FEATURE_NOT_PRESENT,
            "create(): a Toolkit needs a device whose maxPerStageDescriptorStorageBuffers is at least 5"};
  }
  state.invocations = invocationsOf(facts.limits, kToolInvocations);
  state.select_invocations = invocationsOf(facts.limits, kSelectInvocations);
  state.tools = info.tools != 0 ? info.tools : kAllTools;
  const VkResult result = state.pipelines.createLayouts((1u << VKSORT_BINDINGS) - 1, kToolPushBytes);
  if (result != VK_SUCCESS) return {result, kNotCreated};
  PipelineList list;
  for (std::uint32_t i = 0; i < kToolCount; ++i) {
    if ((kTools[i].tools & state.tools) == 0) continue;
    const PipelineSource source = sourceOfTool(state, static_cast<Tool>(i));
    list.pipelines[list.count++] = {i, kTools[i].label + kPrefixLength, i, source};
  }
  const Failure failure = createListed(list, state.pipelines, info.device, info.parallel_for);
  return failure.ok() && wantsSelfTest(info.self_test) ? testTools(info.device, info.self_test, state) : failure;
}

}  // namespace

const char* labelOf(Tool tool) { return kTools[static_cast<std::uint32_t>(tool)].label; }

Spirv toolModule(Tool tool) { return kTools[static_cast<std::uint32_t>(tool)].module; }

}  // namespace vksort

VkResult vksortCreateToolkit(uint32_t version, const vksortToolkitInfo* info, vksortToolkit* out, const char** reason) {
  return vksort::createState(version, info ? &info->device : nullptr, out, reason,
                             [&](auto& state, const auto& facts) { return vksort::createTools(state, *info, facts); });
}

void vksortDestroyToolkit(vksortToolkit toolkit) { vksort::destroyState(toolkit); }

VkDeviceSize vksortToolkitScratchBytes(vksortToolkit toolkit, uint32_t max_count) {
  return toolkit ? toolkit->scratchWords(max_count, toolkit->invocations) * sizeof(std::uint32_t) : 0;
}

VkDeviceSize vksortSelectScratchBytes(vksortToolkit toolkit, const vksortSelectInfo* info) {
  return toolkit && info ? toolkit->scratchWords(*info) * sizeof(std::uint32_t) : 0;
}

VkDescriptorSetLayout vksortToolkitDescriptorSetLayout(vksortToolkit toolkit) {
  return toolkit ? toolkit->pipelines.setLayout() : VK_NULL_HANDLE;
}
