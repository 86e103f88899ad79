// Creation and destruction of a Verifier.
#include "vksort_verifier.h"

#include <cstddef>
#include <new>

#include "bitonic/kernels.h"
#include "misuse.h"
#include "sort/interface.h"
#include "sort/verify_interface.h"
#include "verifier/state.h"
#include "vulkan/connection.h"
#include "vulkan/layouts.h"

namespace vksort {
namespace {

// The complaint about the first required handle that is null; null if there is none.
const char* nullHandle(const VerifierInfo& info) {
  if (!info.get_instance_proc_addr) return "create(): VerifierInfo::get_instance_proc_addr must not be null";
  if (!info.instance) return "create(): VerifierInfo::instance must not be null";
  if (!info.physical_device) return "create(): VerifierInfo::physical_device must not be null";
  if (!info.device) return "create(): VerifierInfo::device must not be null";
  return nullptr;
}

VkResult createPipeline(VerifierState& state, VkPipelineCache cache, const Spirv& spirv, VkPipeline& out) {
  VkShaderModuleCreateInfo module_info{};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module_info.codeSize = spirv.bytes;
  module_info.pCode = spirv.words;
  VkShaderModule module = VK_NULL_HANDLE;
  VkResult result = state.vk.CreateShaderModule(state.device, &module_info, state.allocator, &module);
  if (result != VK_SUCCESS) return result;

  const VkSpecializationMapEntry entry = {VKSORT_SPEC_WORKGROUP, 0, sizeof kVerifyWorkgroup};
  const VkSpecializationInfo specialization = {1, &entry, sizeof kVerifyWorkgroup, &kVerifyWorkgroup};
  VkComputePipelineCreateInfo pipeline_info{};
  pipeline_info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  pipeline_info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  pipeline_info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  pipeline_info.stage.module = module;
  pipeline_info.stage.pName = "main";
  pipeline_info.stage.pSpecializationInfo = &specialization;
  pipeline_info.layout = state.pipeline_layout;
  result = state.vk.CreateComputePipelines(state.device, cache, 1, &pipeline_info, state.allocator, &out);
  state.vk.DestroyShaderModule(state.device, module, state.allocator);
  return result;
}

}  // namespace

VkResult Verifier::create(const VerifierInfo& info, Verifier& out, const char** reason) {
  out = Verifier();
  const auto fail = [reason](VkResult result, const char* why) {
    if (reason) *reason = why;
    return result;
  };
  if (const char* null_handle = nullHandle(info)) {
    VKSORT_ASSERT(null_handle);
    return fail(VK_ERROR_INITIALIZATION_FAILED, null_handle);
  }
  Connection connection{};
  const char* why = nullptr;
  const Host host = {info.get_instance_proc_addr, info.instance, info.physical_device, info.device,
                     info.enabled_features};
  VkResult result = connect(host, connection, why);
  if (result != VK_SUCCESS) return fail(result, why);

  out.state_ = new (std::nothrow) VerifierState{};
  if (!out.state_) return fail(VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory");
  VerifierState& state = *out.state_;
  state.device = info.device;
  state.allocator = info.allocator;
  state.vk = connection.vk;
  state.offset_alignment = connection.facts.offset_alignment;
  state.max_range = connection.facts.max_range;
  state.max_groups_x = connection.facts.max_groups_x;
  state.push_descriptor = connection.push_descriptor;

  const LayoutsInfo layouts = {info.device, info.allocator, connection.push_descriptor,
                               (1u << VKSORT_VERIFY_BINDING_COUNT) - 1, sizeof(VerifyPush)};
  result = createLayouts(state.vk, layouts, state.set_layout, state.pipeline_layout);
  if (result == VK_SUCCESS) result = createPipeline(state, info.pipeline_cache, verifySpirv(false), state.pipeline);
  if (result == VK_SUCCESS) {
    result = createPipeline(state, info.pipeline_cache, verifySpirv(true), state.triple_pipeline);
  }
  if (result == VK_SUCCESS) result = nameLayouts(state.vk, info.device, state.set_layout, state.pipeline_layout);
  if (result == VK_SUCCESS) {
    result = setName(state.vk, info.device, VK_OBJECT_TYPE_PIPELINE, state.pipeline, "vksort verify");
  }
  if (result == VK_SUCCESS) {
    result = setName(state.vk, info.device, VK_OBJECT_TYPE_PIPELINE, state.triple_pipeline, "vksort verify triples");
  }
  if (result != VK_SUCCESS) {
    out = Verifier();
    return fail(result, "the driver could not create or name a layout or a pipeline");
  }
  return VK_SUCCESS;
}

void Verifier::destroy() {
  if (!state_) return;
  state_->vk.DestroyPipeline(state_->device, state_->pipeline, state_->allocator);
  state_->vk.DestroyPipeline(state_->device, state_->triple_pipeline, state_->allocator);
  state_->vk.DestroyPipelineLayout(state_->device, state_->pipeline_layout, state_->allocator);
  state_->vk.DestroyDescriptorSetLayout(state_->device, state_->set_layout, state_->allocator);
  delete state_;
  state_ = nullptr;
}

void Verifier::abandon() {
  delete state_;
  state_ = nullptr;
}

Verifier::~Verifier() { destroy(); }

Verifier::Verifier(Verifier&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }

Verifier& Verifier::operator=(Verifier&& other) noexcept {
  VerifierState* taken = other.state_;
  other.state_ = nullptr;
  destroy();
  state_ = taken;
  return *this;
}

VkDescriptorSetLayout Verifier::descriptorSetLayout() const {
  return state_ && !state_->push_descriptor ? state_->set_layout : VK_NULL_HANDLE;
}

}  // namespace vksort
