// A pass that writes the depth of each element.
#pragma once

#include <span>

#include "gpu/device.h"

namespace bench {

struct DepthPass {
  VkPipeline pipeline;  // of workgroups of DEPTH_KEYS_WORKGROUP, which tell their number from a grid that may be folded
  VkPipelineLayout layout;
  VkDescriptorSet set;
};

// For `count` elements, at least 1. The barriers around it are the caller's.
void recordDepthPass(const gpu::Device& device, VkCommandBuffer cmd, const DepthPass& pass,
                     std::span<const std::byte> constants, std::uint32_t count);

}  // namespace bench
