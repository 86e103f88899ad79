#pragma once
#include <span>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

struct PushConstants {
  uint32_t bytes = 0;  // at most 128 on some devices
  VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT;
};

Owned<VkPipelineLayout> pipelineLayout(const Device& device, std::span<const VkDescriptorSetLayout> sets,
                                       PushConstants push = {});

struct ComputePipelineInfo {
  std::span<const uint32_t> code;  // SPIR-V with the entry point main
  VkPipelineLayout layout = VK_NULL_HANDLE;
  std::span<const uint32_t> constants{};  // IDs 0 to n - 1
  bool full_subgroups = false;            // requires EnabledFeatures::full_subgroups
  const char* name = nullptr;
};
Owned<VkPipeline> computePipeline(const Device& device, const ComputePipelineInfo& info);

// For dynamic rendering to one color attachment. Viewport and scissor are dynamic. Shaders read vertices from buffers,
// so there is no vertex input.
struct GraphicsPipelineInfo {
  std::span<const uint32_t> vertex;
  std::span<const uint32_t> fragment;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkFormat color_format = VK_FORMAT_UNDEFINED;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  bool blend = false;  // premultiplied alpha
  const char* name = nullptr;
};
// Requires a graphics queue and dynamic rendering.
Owned<VkPipeline> graphicsPipeline(const Device& device, const GraphicsPipelineInfo& info);

}  // namespace gpu
