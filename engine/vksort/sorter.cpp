// Creation and destruction: device check, layouts, pipelines from kernels and specialization constants.
#include "sorter_state.h"

#include <cstddef>
#include <new>

#include "bitonic/kernels.h"
#include "bitonic/lists.h"
#include "misuse.h"
#include "plan.h"
#include "sort/interface.h"
#include "vulkan/connection.h"
#include "vulkan/layouts.h"

namespace vksort {

// Drives creation, so that a failure at any step is undone by one destroy().
struct SorterBuilder {
  const SorterInfo& info;
  const DeviceFacts& facts;
  SorterState& state;

  VkResult createLayouts() const {
    const LayoutsInfo layouts = {info.device,    info.allocator, state.push_descriptor,
                                 state.bindings, sizeof(Push),   info.hook ? info.hook->set_layout : VK_NULL_HANDLE};
    return vksort::createLayouts(state.vk, layouts, state.set_layout, state.pipeline_layout);
  }

  // The kernel's specialization constants, of the ids 0, 1, ..; returns their number.
  std::uint32_t constantsOf(Kernel kernel, std::uint32_t (&constants)[kMaxConstants]) const {
    if (kernel == Kernel::setup) {
      setupConstants(state.tuning, state.max_groups_x, constants);
      return VKSORT_SETUP_COUNT;
    }
    if (kernel == Kernel::list_setup) {
      listConstants(state.tuning, state.max_groups_x, constants);
      return VKSORT_LISTS_COUNT;
    }
    const std::uint32_t tile_log2 = state.tuning.elementsLog2(kernel);
    const std::uint32_t packed_log2 = kernel == Kernel::tiny_sort ? kPackedLog2 : 0;
    constants[VKSORT_SPEC_WORKGROUP] = 1u << (tile_log2 - state.tuning.registersLog2(kernel) + packed_log2);
    constants[VKSORT_SPEC_TILE_LOG2] = tile_log2;
    constants[VKSORT_SPEC_STRIDES] = state.tuning.strides(kernel);
    constants[VKSORT_SPEC_INTERLEAVED] = state.layout.interleaved;
    constants[VKSORT_SPEC_TIES] = comparesLastWord(orderingOf(info));
    constants[VKSORT_SPEC_SUBGROUP_LOG2] = state.tuning.subgroup_log2;
    constants[VKSORT_SPEC_ROTATION] = state.conversion.rotation;
    constants[VKSORT_SPEC_VALUE_FLIP] = state.conversion.value_flip;
    constants[VKSORT_SPEC_EXTRA_FLIP] = state.conversion.extra_flip;
    constants[VKSORT_SPEC_IOTA] = info.values == Values::iota && Shape::sorts(kernel);
    const bool whole = kernel == Kernel::tiny_sort || kernel == Kernel::list_sort;
    constants[VKSORT_SPEC_DEVICE_COUNT] = state.tuning.device_count || state.tuning.lists;
    constants[VKSORT_SPEC_LISTS] = !state.tuning.lists ? 0 : whole ? VKSORT_LISTS_WHOLE : state.tuning.tile_log2;
    constants[VKSORT_SPEC_PACKED_LOG2] = packed_log2;
    return VKSORT_SPEC_COUNT;
  }

  VkResult createPipeline(Kernel kernel, VkShaderModule module) const {
    std::uint32_t constants[kMaxConstants];
    const std::uint32_t count = constantsOf(kernel, constants);
    VkSpecializationMapEntry entries[kMaxConstants];
    for (std::uint32_t i = 0; i < count; ++i) entries[i] = {i, i * 4, 4};
    const VkSpecializationInfo specialization = {count, entries, count * sizeof(std::uint32_t), constants};

    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size_info{};
    size_info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
    size_info.requiredSubgroupSize = facts.limits.subgroup_size;

    VkComputePipelineCreateInfo pipeline_info{};
    pipeline_info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    pipeline_info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    pipeline_info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    pipeline_info.stage.module = module;
    pipeline_info.stage.pName = "main";
    pipeline_info.stage.pSpecializationInfo = &specialization;
    if (state.tuning.subgroup_log2 != 0 && kernel != Kernel::setup && kernel != Kernel::list_setup) {
      pipeline_info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
      if (facts.pin_subgroup_size) pipeline_info.stage.pNext = &size_info;
    }
    pipeline_info.layout = state.pipeline_layout;
    return state.vk.CreateComputePipelines(info.device, info.pipeline_cache, 1, &pipeline_info, info.allocator,
                                           &state.pipelines[static_cast<std::uint32_t>(kernel)]);
  }

  VkResult createPipelines() const {
    for (std::uint32_t i = 0; i < kKernelCount; ++i) {
      const auto kernel = static_cast<Kernel>(i);
      if (!state.tuning.uses(kernel)) continue;
      const Element element = state.layout.element;
      const bool hooked = info.hook && Shape::sorts(kernel);
      const Spirv spirv = hooked ? spirvOf(info.hook->shaders, kernel, element) : spirvOf(kernel, element);
      VkShaderModuleCreateInfo module_info{};
      module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
      module_info.codeSize = spirv.bytes;
      module_info.pCode = spirv.words;
      VkShaderModule module = VK_NULL_HANDLE;
      VkResult result = state.vk.CreateShaderModule(info.device, &module_info, info.allocator, &module);
      if (result != VK_SUCCESS) return result;
      result = createPipeline(kernel, module);
      state.vk.DestroyShaderModule(info.device, module, info.allocator);
      if (result != VK_SUCCESS) return result;
    }
    return VK_SUCCESS;
  }

  VkResult nameObjects() const {
    VkResult result = nameLayouts(state.vk, info.device, state.set_layout, state.pipeline_layout);
    for (std::uint32_t i = 0; i < kKernelCount && result == VK_SUCCESS; ++i) {
      result = setName(state.vk, info.device, VK_OBJECT_TYPE_PIPELINE, state.pipelines[i],
                       fullNameOf(static_cast<Kernel>(i)));
    }
    return result;
  }
};

VkResult Sorter::createPath(const SorterInfo& info, Sorter& out, const char** reason) {
  out = Sorter();
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
  if (const char* misfit = misfitOf(info, facts.limits)) return fail(VK_ERROR_FEATURE_NOT_PRESENT, misfit);

  out.state_ = new (std::nothrow) SorterState{};
  if (!out.state_) return fail(VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory");
  SorterState& state = *out.state_;
  state.device = info.device;
  state.allocator = info.allocator;
  state.vk = connection.vk;
  state.layout = layoutOf(orderingOf(info));
  state.tuning = shapeOf(info, facts.limits);
  state.conversion = conversionOf(orderingOf(info));
  state.offset_alignment = facts.offset_alignment;
  state.max_range = facts.max_range;
  state.max_groups_x = facts.max_groups_x;
  state.push_descriptor = connection.push_descriptor;
  state.hook_set = info.hook && info.hook->set_layout;
  state.bindings = 1u << VKSORT_BINDING_KEYS | 1u << VKSORT_BINDING_COUNTS;
  if (state.layout.element != Element::key) state.bindings |= 1u << VKSORT_BINDING_VALUES;
  if (state.tuning.uses(Kernel::setup) || state.tuning.lists) state.bindings |= 1u << VKSORT_BINDING_SETUP;

  const SorterBuilder builder{info, facts, state};
  result = builder.createLayouts();
  if (result == VK_SUCCESS) result = builder.createPipelines();
  if (result == VK_SUCCESS) result = builder.nameObjects();
  if (result != VK_SUCCESS) {
    out = Sorter();
    return fail(result, "the driver could not create or name a layout or a pipeline");
  }
  return VK_SUCCESS;
}

void Sorter::destroy() {
  if (!state_) return;
  for (VkPipeline pipeline : state_->pipelines) state_->vk.DestroyPipeline(state_->device, pipeline, state_->allocator);
  state_->vk.DestroyPipelineLayout(state_->device, state_->pipeline_layout, state_->allocator);
  state_->vk.DestroyDescriptorSetLayout(state_->device, state_->set_layout, state_->allocator);
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

Tuning Sorter::tuning() const { return state_ ? state_->tuning : Tuning{}; }

VkDescriptorSetLayout Sorter::descriptorSetLayout() const {
  return state_ && !state_->push_descriptor ? state_->set_layout : VK_NULL_HANDLE;
}

}  // namespace vksort
