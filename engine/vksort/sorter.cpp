// Creation and destruction: device check, layouts, the pipelines of the kernels that the configuration uses.
#include <new>

#include "misuse.h"
#include "pipeline_jobs.h"
#include "sorter_state.h"
#include "vulkan/connection.h"

namespace vksort {
namespace {

// A failure at any step is undone by one destroy().
VkResult createObjects(const SorterInfo& info, const DeviceFacts& facts, SorterState& state, const char*& why) {
  Pipelines& pipelines = state.pipelines;
  const VkDescriptorSetLayout hook_set = info.hook ? info.hook->set_layout : VK_NULL_HANDLE;
  VkResult result = pipelines.createLayouts(state.bindings, kPushBytes, hook_set);
  if (result == VK_SUCCESS) {
    result = createPipelines(info, kernelsOf(state.algorithms), subgroupsOf(state.algorithms, facts), state, why);
  }
  if (result == VK_SUCCESS) result = pipelines.nameLayouts();
  for (std::uint32_t kernel = 0; kernel < kKernelCount && result == VK_SUCCESS; ++kernel) {
    result = pipelines.name(kernel, kernelName(kernel));
  }
  return result;
}

// Those of the set layout.
std::uint32_t bindingsOf(const Algorithms& algorithms) {
  const Configuration& configuration = algorithms.configuration();
  std::uint32_t bindings = 1u << VKSORT_BINDING_KEYS | 1u << VKSORT_BINDING_COUNTS;
  if (configuration.layout.element != Element::key) bindings |= 1u << VKSORT_BINDING_VALUES;
  if (algorithms.radix.shape_count != 0 || algorithms.rank.most != 0) bindings |= 1u << VKSORT_BINDING_SCRATCH;
  if (!configuration.mode.takesState()) return bindings;
  return bindings | (configuration.mode.lists ? 1u << VKSORT_BINDING_LISTS : 1u << VKSORT_BINDING_STATE);
}

}  // namespace

VkResult Sorter::createPath(const SorterInfo& info, bool looks_back, bool by_ranks, Sorter& out, const char** reason,
                            bool& misfit) {
  out = Sorter();
  misfit = false;
  const auto fail = [reason](VkResult result, const char* why) {
    if (reason) *reason = why;
    return result;
  };
  if (const char* complaint = complaintAbout(info)) {
    VKSORT_ASSERT(complaint);
    return fail(VK_ERROR_INITIALIZATION_FAILED, complaint);
  }

  Connection connection{};
  const char* why = nullptr;
  const Host host = {info.get_instance_proc_addr, info.instance, info.physical_device, info.device,
                     info.enabled_features};
  VkResult result = connect(host, connection, why);
  if (result != VK_SUCCESS) return fail(result, why);
  const DeviceFacts& facts = connection.facts;
  if (const char* complaint = misfitOf(info, facts.limits)) {
    misfit = true;
    return fail(VK_ERROR_FEATURE_NOT_PRESENT, complaint);
  }

  out.state_ = new (std::nothrow) SorterState{};
  if (!out.state_) return fail(VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory");
  SorterState& state = *out.state_;
  state.pipelines.vk = connection.vk;
  state.pipelines.device = info.device;
  state.pipelines.allocator = info.allocator;
  state.pipelines.push_descriptor = connection.push_descriptor;
  state.limits = facts.record_limits;
  state.algorithms = algorithmsFor(info, facts.limits, facts.record_limits, looks_back, by_ranks);
  state.bindings = bindingsOf(state.algorithms);
  state.hook_set = info.hook && info.hook->set_layout;
  state.configuration = {info.key_type,  info.order,     info.values,      info.ties,
                         info.nan_rule,  info.count,     info.coherent,    info.hook != nullptr,
                         state.hook_set, info.max_count, info.always_lends};

  why = "the driver could not create or name a layout or a pipeline";
  result = createObjects(info, facts, state, why);
  if (result != VK_SUCCESS) {
    out = Sorter();
    return fail(result, why);
  }
  return VK_SUCCESS;
}

void Sorter::destroy() {
  if (!state_) return;
  state_->pipelines.destroy();
  delete state_;
  state_ = nullptr;
}

void Sorter::abandon() {
  delete state_;
  state_ = nullptr;
}

Sorter::~Sorter() { destroy(); }

Sorter::Sorter(Sorter&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }

Sorter& Sorter::operator=(Sorter&& other) noexcept {
  SorterState* taken = other.state_;
  other.state_ = nullptr;
  destroy();
  state_ = taken;
  return *this;
}

SorterConfiguration Sorter::configuration() const { return state_ ? state_->configuration : SorterConfiguration{}; }

Tuning Sorter::tuning() const { return state_ ? tuningOf(state_->algorithms) : Tuning{}; }

VkDeviceSize Sorter::scratchBytes(std::uint32_t count) const {
  return state_ ? scratchWords(state_->algorithms, count) * sizeof(std::uint32_t) : 0;
}

VkDescriptorSetLayout Sorter::descriptorSetLayout() const {
  return state_ ? state_->pipelines.hostSetLayout() : VK_NULL_HANDLE;
}

}  // namespace vksort
