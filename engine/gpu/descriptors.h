// Descriptor set layouts, a pool, and writing storage buffers into sets.
#pragma once
#include <span>
#include <vector>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

Owned<VkDescriptorSetLayout> setLayout(const Device& device, std::span<const VkDescriptorSetLayoutBinding> bindings);

// Layout of storage buffers at bindings 0..count-1.
Owned<VkDescriptorSetLayout> storageLayout(const Device& device, uint32_t count,
                                           VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT);

// Sets that live as long as the pool. Thread rule: one thread at a time per pool.
class DescriptorPool {
 public:
  DescriptorPool() = default;
  DescriptorPool(const Device& device, uint32_t max_sets, std::span<const VkDescriptorPoolSize> sizes);
  // Room for `max_sets` sets with `storage_buffers` storage buffers in total.
  DescriptorPool(const Device& device, uint32_t max_sets, uint32_t storage_buffers);

  // Errors: the pool is used up.
  VkDescriptorSet allocate(VkDescriptorSetLayout layout);

 private:
  const Device* device_ = nullptr;
  Owned<VkDescriptorPool> pool_;
};

// Points the storage buffers at bindings 0..n-1 of `set` at `buffers`. The GPU must not be using the set.
void writeStorageBuffers(const Device& device, VkDescriptorSet set, std::span<const VkDescriptorBufferInfo> buffers);

}  // namespace gpu
