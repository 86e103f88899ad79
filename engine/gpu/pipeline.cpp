#include "gpu/pipeline.h"

#include <string>
#include <vector>

#include "gpu/structs.h"

namespace gpu {
namespace {

Owned<VkShaderModule> shaderModule(const Device& device, std::span<const uint32_t> code) {
  auto info = vkStruct<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = code.size_bytes();
  info.pCode = code.data();
  VkShaderModule module = VK_NULL_HANDLE;
  check(device.vk.vkCreateShaderModule(device.handle(), &info, nullptr, &module), "creating a shader module");
  return {device.handle(), module, device.vk.vkDestroyShaderModule};
}

// IDs 0 to n - 1. info() points into this object.
class Specialization {
 public:
  explicit Specialization(std::span<const uint32_t> values) {
    for (uint32_t i = 0; i < values.size(); ++i) entries_.push_back({i, i * 4, 4});
    info_ = {static_cast<uint32_t>(entries_.size()), entries_.data(), values.size_bytes(), values.data()};
  }
  const VkSpecializationInfo* info() const { return entries_.empty() ? nullptr : &info_; }

 private:
  std::vector<VkSpecializationMapEntry> entries_;
  VkSpecializationInfo info_{};
};

std::string creating(const char* name) { return std::string("creating pipeline ") + (name != nullptr ? name : "?"); }

VkPipelineColorBlendAttachmentState blendState(bool blend) {
  VkPipelineColorBlendAttachmentState state{};
  state.colorWriteMask =
      VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
  state.blendEnable = blend ? VK_TRUE : VK_FALSE;
  state.srcColorBlendFactor = VK_BLEND_FACTOR_ONE;
  state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
  state.dstAlphaBlendFactor = state.dstColorBlendFactor;
  return state;
}

}  // namespace

Owned<VkPipelineLayout> pipelineLayout(const Device& device, std::span<const VkDescriptorSetLayout> sets,
                                       PushConstants push) {
  const VkPushConstantRange range{push.stages, 0, push.bytes};
  auto info = vkStruct<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = static_cast<uint32_t>(sets.size());
  info.pSetLayouts = sets.data();
  info.pushConstantRangeCount = push.bytes != 0 ? 1 : 0;
  info.pPushConstantRanges = &range;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  check(device.vk.vkCreatePipelineLayout(device.handle(), &info, nullptr, &layout), "creating a pipeline layout");
  return {device.handle(), layout, device.vk.vkDestroyPipelineLayout};
}

Owned<VkPipeline> computePipeline(const Device& device, const ComputePipelineInfo& info) {
  const Owned<VkShaderModule> module = shaderModule(device, info.code);
  const Specialization constants(info.constants);
  auto create = vkStruct<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  create.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  if (info.full_subgroups) create.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  create.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  create.stage.module = module.get();
  create.stage.pName = "main";
  create.stage.pSpecializationInfo = constants.info();
  create.layout = info.layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(device.vk.vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &create, nullptr, &pipeline),
        creating(info.name).c_str());
  device.setName(VK_OBJECT_TYPE_PIPELINE, pipeline, info.name);
  return {device.handle(), pipeline, device.vk.vkDestroyPipeline};
}

Owned<VkPipeline> graphicsPipeline(const Device& device, const GraphicsPipelineInfo& info) {
  if (!device.enabled().graphics || !device.enabled().dynamic_rendering)
    throw Error(creating(info.name) + ": the device needs a graphics queue and dynamic rendering",
                VK_ERROR_FEATURE_NOT_PRESENT);
  const Owned<VkShaderModule> vertex = shaderModule(device, info.vertex);
  const Owned<VkShaderModule> fragment = shaderModule(device, info.fragment);
  constexpr VkStructureType kStage = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  const VkPipelineShaderStageCreateInfo stages[] = {
      {kStage, nullptr, 0, VK_SHADER_STAGE_VERTEX_BIT, vertex.get(), "main", nullptr},
      {kStage, nullptr, 0, VK_SHADER_STAGE_FRAGMENT_BIT, fragment.get(), "main", nullptr},
  };

  const auto vertex_input =
      vkStruct<VkPipelineVertexInputStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
  auto assembly =
      vkStruct<VkPipelineInputAssemblyStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
  assembly.topology = info.topology;
  auto viewport = vkStruct<VkPipelineViewportStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
  viewport.viewportCount = 1;
  viewport.scissorCount = 1;
  auto raster =
      vkStruct<VkPipelineRasterizationStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
  raster.lineWidth = 1.0F;
  auto samples =
      vkStruct<VkPipelineMultisampleStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  const VkPipelineColorBlendAttachmentState attachment = blendState(info.blend);
  auto blend = vkStruct<VkPipelineColorBlendStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
  blend.attachmentCount = 1;
  blend.pAttachments = &attachment;
  const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  auto dynamic = vkStruct<VkPipelineDynamicStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO);
  dynamic.dynamicStateCount = 2;
  dynamic.pDynamicStates = dynamic_states;
  auto rendering = vkStruct<VkPipelineRenderingCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO);
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachmentFormats = &info.color_format;

  auto create = vkStruct<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
  create.pNext = &rendering;
  create.stageCount = 2;
  create.pStages = stages;
  create.pVertexInputState = &vertex_input;
  create.pInputAssemblyState = &assembly;
  create.pViewportState = &viewport;
  create.pRasterizationState = &raster;
  create.pMultisampleState = &samples;
  create.pColorBlendState = &blend;
  create.pDynamicState = &dynamic;
  create.layout = info.layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  check(device.vk.vkCreateGraphicsPipelines(device.handle(), VK_NULL_HANDLE, 1, &create, nullptr, &pipeline),
        creating(info.name).c_str());
  device.setName(VK_OBJECT_TYPE_PIPELINE, pipeline, info.name);
  return {device.handle(), pipeline, device.vk.vkDestroyPipeline};
}

}  // namespace gpu
