// Creates pipelines from SPIR-V.
#pragma once
#include <span>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

struct PushConstants {
  uint32_t bytes = 0;  // 128 are always supported; 0 if there are none
  VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT;
};

Owned<VkPipelineLayout> pipelineLayout(const Device& device, std::span<const VkDescriptorSetLayout> sets,
                                       PushConstants push = {});

struct ComputePipelineInfo {
  std::span<const uint32_t> code;  // SPIR-V; the entry point is main
  VkPipelineLayout layout = VK_NULL_HANDLE;
  std::span<const uint32_t> constants{};  // specialization constants with the IDs 0 to n - 1
  bool full_subgroups = false;            // requires EnabledFeatures::full_subgroups
  const char* name = nullptr;
};
// Errors: errors of the driver, with the name.
Owned<VkPipeline> computePipeline(const Device& device, const ComputePipelineInfo& info);

// Describes a pipeline for dynamic rendering to one color attachment. Viewport and scissor are dynamic. There is no
// vertex input, because shaders read vertices from buffers.
struct GraphicsPipelineInfo {
  std::span<const uint32_t> vertex;
  std::span<const uint32_t> fragment;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkFormat color_format = VK_FORMAT_UNDEFINED;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  bool blend = false;  // blends with premultiplied alpha instead of overwriting
  const char* name = nullptr;
};
// Errors: no dynamic rendering, no graphics queue, errors of the driver. The message contains the name.
Owned<VkPipeline> graphicsPipeline(const Device& device, const GraphicsPipelineInfo& info);

}  // namespace gpu
