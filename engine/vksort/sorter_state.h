// What a Sorter holds.
#pragma once

#include "configuration.h"
#include "vksort.h"
#include "vulkan/support.h"

namespace vksort {

struct SorterState {
  VkDevice device;
  const VkAllocationCallbacks* allocator;
  DeviceFunctions vk;

  PathReport report;
  Shape tuning;
  Layout layout;
  Conversion conversion;
  VkDeviceSize offset_alignment;
  VkDeviceSize max_range;
  std::uint32_t max_groups_x;
  bool push_descriptor;
  bool hook_set;  // recordings bind one, as set 1

  std::uint32_t bindings;  // of the set layout: bit i stands for VKSORT_BINDING_* i
  VkDescriptorSetLayout set_layout;
  VkPipelineLayout pipeline_layout;
  VkPipeline pipelines[kKernelCount];  // null where the tuning does not use the kernel
};

}  // namespace vksort
