// Creation and destruction of a Toolkit.
#include "vksort_toolkit.h"

#include <cstring>
#include <utility>

#include "create_state.h"
#include "interface_number.h"
#include "known_drivers.h"
#include "radix/shape.h"
#include "sort_modules.h"
#include "toolkit/state.h"

namespace vksort {
namespace {

// With the prefix of the pipelines' names.
constexpr const char* kToolLabels[] = {
    "vksort toolkit_runs",  "vksort toolkit_cull", "vksort toolkit_portable_runs", "vksort toolkit_portable_cull",
    "vksort toolkit_clear", "vksort toolkit_move", "vksort toolkit_cells",         "vksort toolkit_gather"};
static_assert(sizeof kToolLabels / sizeof kToolLabels[0] == kToolCount);
constexpr std::uint32_t kPrefixLength = sizeof "vksort " - 1;

// Looks at a state that is not published before its tile is counted again, see radix/kernels.cpp.
constexpr std::uint32_t kToolSpinLimit = 64, kSoftwareToolSpinLimit = 6;
constexpr std::uint32_t kToolInvocations = 256;
// Of compact.comp, with that many invocations.
constexpr std::uint32_t kToolSharedBytes = kToolInvocations * (2 * 16 + VKSORT_TOOLKIT_ROWS * 4) + 16;

const char* validateCull(const CullShaders& cull) {
  if (cull.interface_number != kInterfaceNumber) {
    return "create(): ToolkitInfo::cull is of another version of vksort: compile it again";
  }
  if (!cull.compact.words || cull.compact.bytes == 0 || cull.compact.bytes % 4 != 0) {
    return "create(): ToolkitInfo::cull must be what vksort_add_cull() made";
  }
  return nullptr;
}

// As the radix sort, which the same drivers run.
bool mayLookBack(const DeviceFacts& facts) {
  for (const KnownDriver& row : knownDrivers()) {
    const bool is_named =
        row.kernels && (std::strncmp(row.kernels, "radix", 5) == 0 || std::strncmp(row.kernels, "toolkit", 7) == 0);
    if (is_named && isOf(row, facts)) return false;
  }
  return radix::canRun(facts.limits);
}

bool isNeeded(const ToolkitState& state, Tool tool) {
  const bool is_portable = tool == Tool::portable_runs || tool == Tool::portable_cull || tool == Tool::move;
  if (is_portable && state.looks_back && !state.is_software) return false;
  if ((tool == Tool::cull || tool == Tool::portable_cull) && !state.culls) return false;
  return tool > Tool::cull || state.looks_back;
}

PipelineSource sourceOfTool(const ToolkitState& state, Tool tool, const CullShaders* cull) {
  PipelineSource source{};
  const bool culls = tool == Tool::cull || tool == Tool::portable_cull;
  source.module = culls ? plainModule(cull->compact) : toolModule(tool);
  source.constant_count = VKSORT_TOOLKIT_CONSTANTS;
  source.constants[VKSORT_TOOLKIT_WORKGROUP] = state.invocations;
  source.constants[VKSORT_TOOLKIT_LOOKS_BACK] = tool <= Tool::cull;
  source.constants[VKSORT_TOOLKIT_SPIN_LIMIT] = state.is_software ? kSoftwareToolSpinLimit : kToolSpinLimit;
  source.constants[VKSORT_TOOLKIT_TASK] =
      tool >= Tool::clear ? static_cast<std::uint32_t>(tool) - static_cast<std::uint32_t>(Tool::clear) : 0;
  return source;
}

VkResult createTools(ToolkitState& state, const ToolkitInfo& info, const DeviceFacts& facts, const char*& why) {
  const DeviceLimits& limits = facts.limits;
  if (facts.record_limits.max_buffers < VKSORT_BINDINGS) {
    why = "create(): a Toolkit needs a device whose maxPerStageDescriptorStorageBuffers is at least 5";
    return VK_ERROR_FEATURE_NOT_PRESENT;
  }
  const bool fits = limits.workgroup_invocations >= kToolInvocations && limits.shared_memory_bytes >= kToolSharedBytes;
  state.invocations = fits ? kToolInvocations : kMinInvocations;
  state.looks_back = !info.portable && mayLookBack(facts);
  state.is_software = limits.is_software;
  state.culls = info.cull != nullptr;
  state.has_cull_set = info.cull_set_layout != VK_NULL_HANDLE;
  VkResult result =
      state.pipelines.createLayouts((1u << VKSORT_BINDINGS) - 1, sizeof(ToolkitPush), info.cull_set_layout);
  for (std::uint32_t i = 0; i < kToolCount && result == VK_SUCCESS; ++i) {
    const auto tool = static_cast<Tool>(i);
    bool rejected = false;
    if (!isNeeded(state, tool)) continue;
    result = state.pipelines.create(i, kToolLabels[i] + kPrefixLength, sourceOfTool(state, tool, info.cull),
                                    info.device.pipeline_cache, rejected);
  }
  return result;
}

}  // namespace

VkResult Toolkit::create(const ToolkitInfo& info, Toolkit& out, const char** reason) {
  out = Toolkit();
  const char* const rule = info.cull ? validateCull(*info.cull) : nullptr;
  return createState(info.device, rule, out.state_, reason, [&info](auto& state, const auto& facts, const char*& why) {
    return createTools(state, info, facts, why);
  });
}

const char* labelOf(Tool tool) { return kToolLabels[static_cast<std::uint32_t>(tool)]; }

Module toolModule(Tool tool) {
  return tool >= Tool::clear ? VKSORT_PACKED(toolkit_steps) : VKSORT_PACKED(toolkit_runs);
}

Toolkit::~Toolkit() { destroyState(state_); }

Toolkit::Toolkit(Toolkit&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }

Toolkit& Toolkit::operator=(Toolkit&& other) noexcept {
  Toolkit taken(std::move(other));
  std::swap(state_, taken.state_);
  return *this;
}

VkDeviceSize Toolkit::scratchBytes(std::uint32_t max_count) const {
  constexpr std::uint32_t kCulled = 2;  // index and key
  return state_ ? state_->scratchWords(max_count, kCulled) * sizeof(std::uint32_t) : 0;
}

VkDescriptorSetLayout Toolkit::descriptorSetLayout() const {
  return state_ ? state_->pipelines.hostSetLayout() : VK_NULL_HANDLE;
}

}  // namespace vksort
