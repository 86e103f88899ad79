#include "gpu/buffer.h"

#include "gpu/structs.h"

namespace gpu {

Buffer::Buffer(const Device& device, VkDeviceSize size, VkBufferUsageFlags usage, Memory memory, const char* name)
    : device_(&device), size_(size) {
  if (size == 0) throw Error("a buffer must be larger than 0 bytes");
  auto info = vkStruct<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = size;
  info.usage = usage;
  VkBuffer buffer = VK_NULL_HANDLE;
  check(device.vk.vkCreateBuffer(device.handle(), &info, nullptr, &buffer), "creating a buffer");
  buffer_ = {device.handle(), buffer, device.vk.vkDestroyBuffer};

  VkMemoryRequirements needs{};
  device.vk.vkGetBufferMemoryRequirements(device.handle(), buffer, &needs);
  const uint32_t type = memoryType(device, needs.memoryTypeBits, memory);
  memory_ = allocateMemory(device, needs.size, type);
  check(device.vk.vkBindBufferMemory(device.handle(), buffer, memory_.get(), 0), "binding buffer memory");
  if (memory != Memory::device) {
    void* mapped = nullptr;
    check(device.vk.vkMapMemory(device.handle(), memory_.get(), 0, VK_WHOLE_SIZE, 0, &mapped), "mapping a buffer");
    mapped_ = static_cast<std::byte*>(mapped);
    const VkMemoryPropertyFlags flags = device.properties().memory.memoryTypes[type].propertyFlags;
    coherent_ = (flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0;
  }
  device.setName(VK_OBJECT_TYPE_BUFFER, buffer, name);
}

static VkMappedMemoryRange wholeRange(VkDeviceMemory memory) {
  auto range = vkStruct<VkMappedMemoryRange>(VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE);
  range.memory = memory;
  range.size = VK_WHOLE_SIZE;
  return range;
}

void Buffer::flush() const {
  if (coherent_) return;
  const VkMappedMemoryRange range = wholeRange(memory_.get());
  check(device_->vk.vkFlushMappedMemoryRanges(device_->handle(), 1, &range), "flushing a buffer");
}

void Buffer::invalidate() const {
  if (coherent_) return;
  const VkMappedMemoryRange range = wholeRange(memory_.get());
  check(device_->vk.vkInvalidateMappedMemoryRanges(device_->handle(), 1, &range), "invalidating a buffer");
}

}  // namespace gpu
