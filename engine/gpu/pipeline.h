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
  uint32_t subgroup_size = 0;             // 0: the driver's choice; otherwise needs subgroup_size_control
  bool full_subgroups = false;            // needs full_subgroups
  const char* name = nullptr;
};
// Errors: whatever the driver returns, with the name.
Owned<VkPipeline> computePipeline(const Device& device, const ComputePipelineInfo& info);

enum class Blend { off, alpha, premultiplied, additive };

// Rendered with dynamic rendering; viewport and scissor are dynamic, there is no vertex input (shaders pull).
struct GraphicsPipelineInfo {
  std::span<const uint32_t> vertex;
  std::span<const uint32_t> fragment;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  std::span<const VkFormat> color_formats;
  std::span<const uint32_t> constants{};  // given to both stages, ids 0..n-1
  VkFormat depth_format = VK_FORMAT_UNDEFINED;
  bool depth_test = false;  // less-or-equal; needs a depth format
  bool depth_write = false;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  Blend blend = Blend::off;
  const char* name = nullptr;
};
// Errors: no dynamic rendering or no graphics queue on the device, whatever the driver returns, with the name.
Owned<VkPipeline> graphicsPipeline(const Device& device, const GraphicsPipelineInfo& info);

}  // namespace gpu
