#pragma once
#include <span>
#include <vector>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

Owned<VkDescriptorSetLayout> setLayout(const Device& device, std::span<const VkDescriptorSetLayoutBinding> bindings);

// Storage buffers at the bindings 0 to count - 1.
Owned<VkDescriptorSetLayout> storageLayout(const Device& device, uint32_t count,
                                           VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT);

// Sets live as long as the pool. One thread at a time per pool.
class DescriptorPool {
 public:
  DescriptorPool() = default;
  DescriptorPool(const Device& device, uint32_t max_sets, std::span<const VkDescriptorPoolSize> sizes);
  // `storage_buffers` is the total over all sets.
  DescriptorPool(const Device& device, uint32_t max_sets, uint32_t storage_buffers);

  VkDescriptorSet allocate(VkDescriptorSetLayout layout);

 private:
  const Device* device_ = nullptr;
  Owned<VkDescriptorPool> pool_;
};

// Writes the bindings 0 to n - 1. The GPU must not be using the set.
void writeStorageBuffers(const Device& device, VkDescriptorSet set, std::span<const VkDescriptorBufferInfo> buffers);

}  // namespace gpu
