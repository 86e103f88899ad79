// Pipelines from SPIR-V.
#pragma once
#include <span>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

struct PushConstants {
  uint32_t bytes = 0;  // at most 128 everywhere; 0: none
  VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT;
};

Owned<VkPipelineLayout> pipelineLayout(const Device& device, std::span<const VkDescriptorSetLayout> sets,
                                       PushConstants push = {});

struct ComputePipelineInfo {
  std::span<const uint32_t> code;  // SPIR-V, entry point main
  VkPipelineLayout layout = VK_NULL_HANDLE;
  std::span<const uint32_t> constants{};  // specialization constants with the ids 0..n-1
  bool full_subgroups = false;            // needs full_subgroups
  const char* name = nullptr;
};
// Errors: whatever the driver returns, with the name.
Owned<VkPipeline> computePipeline(const Device& device, const ComputePipelineInfo& info);

// Rendered with dynamic rendering to one color attachment; viewport and scissor are dynamic, there is no vertex input
// (shaders pull).
struct GraphicsPipelineInfo {
  std::span<const uint32_t> vertex;
  std::span<const uint32_t> fragment;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkFormat color_format = VK_FORMAT_UNDEFINED;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  bool blend = false;  // over what is there, with premultiplied alpha; else in its place
  const char* name = nullptr;
};
// Errors: no dynamic rendering or no graphics queue on the device, whatever the driver returns, with the name.
Owned<VkPipeline> graphicsPipeline(const Device& device, const GraphicsPipelineInfo& info);

}  // namespace gpu
