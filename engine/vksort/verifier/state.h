// What a Verifier holds.
#pragma once

#include "vksort_verifier.h"
#include "vulkan/functions.h"

namespace vksort {

struct VerifierState {
  VkDevice device;
  const VkAllocationCallbacks* allocator;
  DeviceFunctions vk;

  VkDeviceSize offset_alignment;
  VkDeviceSize max_range;
  std::uint32_t max_groups_x;
  bool push_descriptor;

  VkDescriptorSetLayout set_layout;
  VkPipelineLayout pipeline_layout;
  VkPipeline pipeline;
  VkPipeline triple_pipeline;  // for 64-bit keys with values
};

// Invocations of a workgroup: what every device has.
inline constexpr std::uint32_t kVerifyWorkgroup = 128;

}  // namespace vksort
