#include "gpu/descriptors.h"

#include "gpu/structs.h"

namespace gpu {

Owned<VkDescriptorSetLayout> setLayout(const Device& device, std::span<const VkDescriptorSetLayoutBinding> bindings) {
  auto info = vkStruct<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  info.bindingCount = static_cast<uint32_t>(bindings.size());
  info.pBindings = bindings.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  check(device.vk.vkCreateDescriptorSetLayout(device.handle(), &info, nullptr, &layout),
        "creating a descriptor set layout");
  return {device.handle(), layout, device.vk.vkDestroyDescriptorSetLayout};
}

Owned<VkDescriptorSetLayout> storageLayout(const Device& device, uint32_t count, VkShaderStageFlags stages) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (uint32_t i = 0; i < count; ++i) bindings.push_back({i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stages, nullptr});
  return setLayout(device, bindings);
}

DescriptorPool::DescriptorPool(const Device& device, uint32_t max_sets, std::span<const VkDescriptorPoolSize> sizes)
    : device_(&device) {
  auto info = vkStruct<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  info.maxSets = max_sets;
  info.poolSizeCount = static_cast<uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  check(device.vk.vkCreateDescriptorPool(device.handle(), &info, nullptr, &pool), "creating a descriptor pool");
  pool_ = {device.handle(), pool, device.vk.vkDestroyDescriptorPool};
}

static VkDescriptorPoolSize storageSize(uint32_t count) { return {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count}; }

DescriptorPool::DescriptorPool(const Device& device, uint32_t max_sets, uint32_t storage_buffers)
    : DescriptorPool(device, max_sets, std::vector{storageSize(storage_buffers)}) {}

VkDescriptorSet DescriptorPool::allocate(VkDescriptorSetLayout layout) {
  auto info = vkStruct<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = pool_.get();
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  check(device_->vk.vkAllocateDescriptorSets(device_->handle(), &info, &set), "allocating a descriptor set");
  return set;
}

void writeStorageBuffers(const Device& device, VkDescriptorSet set, std::span<const VkDescriptorBufferInfo> buffers) {
  std::vector<VkWriteDescriptorSet> writes;
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    auto write = vkStruct<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    write.dstSet = set;
    write.dstBinding = i;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &buffers[i];
    writes.push_back(write);
  }
  device.vk.vkUpdateDescriptorSets(device.handle(), static_cast<uint32_t>(writes.size()), writes.data(), 0, nullptr);
}

}  // namespace gpu
