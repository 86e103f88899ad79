// Descriptor set layouts, pools, and writes of storage buffers.
#pragma once
#include <span>
#include <vector>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace gpu {

Owned<VkDescriptorSetLayout> setLayout(const Device& device, std::span<const VkDescriptorSetLayoutBinding> bindings);

// Returns a layout with storage buffers at the bindings 0 to count - 1.
Owned<VkDescriptorSetLayout> storageLayout(const Device& device, uint32_t count,
                                           VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT);

// Allocates sets that live as long as the pool. Threads: one at a time per pool.
class DescriptorPool {
 public:
  DescriptorPool() = default;
  DescriptorPool(const Device& device, uint32_t max_sets, std::span<const VkDescriptorPoolSize> sizes);
  // Reserves `max_sets` sets with `storage_buffers` storage buffers in total.
  DescriptorPool(const Device& device, uint32_t max_sets, uint32_t storage_buffers);

  // Errors: the pool is full.
  VkDescriptorSet allocate(VkDescriptorSetLayout layout);

 private:
  const Device* device_ = nullptr;
  Owned<VkDescriptorPool> pool_;
};

// Writes `buffers` to the bindings 0 to n - 1 of `set`. The GPU must not be using the set.
void writeStorageBuffers(const Device& device, VkDescriptorSet set, std::span<const VkDescriptorBufferInfo> buffers);

}  // namespace gpu
