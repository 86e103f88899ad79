#include "create/self_test/device.h"

#include <initializer_list>

#include "device/log.h"

namespace vksort {
namespace {

// Prefers cached memory, because the CPU reads uncached memory a hundred times slower.
std::uint32_t memoryType(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t allowed) {
  constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
  constexpr VkMemoryPropertyFlags kCached = kVisible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  for (const VkMemoryPropertyFlags wanted : {kCached | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, kCached, kVisible}) {
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      const bool is_allowed = (allowed >> i & 1) != 0;
      if (is_allowed && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
    }
  }
  return 0;  // unreachable, because Vulkan guarantees a visible type for every buffer
}

// The output of a failed creation is undefined.
template <typename Handle>
VkResult keep(VkResult result, const Handle& made, Handle& out) {
  if (result == VK_SUCCESS) out = made;
  return result;
}

bool isDone(VkResult waited) { return waited == VK_SUCCESS || waited == VK_ERROR_DEVICE_LOST; }

}  // namespace

bool wantsSelfTest(const SelfTest& info) {
  constexpr bool kByDefault = VKSORT_DEBUG != 0;
  const bool wanted = info.mode == SelfTestMode::automatic ? kByDefault : info.mode == SelfTestMode::always;
  return wanted && (info.queue || info.submit);
}

VkResult SelfTestDevice::create(VkDeviceSize bytes, std::uint32_t set_count) {
  VkResult result = createBuffer(bytes);
  if (result == VK_SUCCESS && set_count != 0) result = createSets(set_count);
  if (result == VK_SUCCESS) result = createCommands();
  return result;
}

VkResult SelfTestDevice::createBuffer(VkDeviceSize bytes) {
  VkBufferCreateInfo buffer_info{};
  buffer_info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  buffer_info.size = bytes;
  buffer_info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  VkBuffer made = VK_NULL_HANDLE;
  VkResult result = keep(vk.CreateBuffer(host.device, &buffer_info, host.allocator, &made), made, buffer);
  if (result != VK_SUCCESS) return result;

  VkMemoryRequirements needs;
  vk.GetBufferMemoryRequirements(host.device, buffer, &needs);
  VkPhysicalDeviceMemoryProperties properties;
  vk.GetPhysicalDeviceMemoryProperties(host.physical_device, &properties);
  const VkMemoryAllocateInfo memory_info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, needs.size,
                                            memoryType(properties, needs.memoryTypeBits)};
  VkDeviceMemory allocated = VK_NULL_HANDLE;
  result = keep(vk.AllocateMemory(host.device, &memory_info, host.allocator, &allocated), allocated, memory);
  if (result == VK_SUCCESS) result = vk.BindBufferMemory(host.device, buffer, memory, 0);
  void* address = nullptr;
  if (result == VK_SUCCESS) result = vk.MapMemory(host.device, memory, 0, VK_WHOLE_SIZE, 0, &address);
  mapped = static_cast<std::uint32_t*>(address);
  return result;
}

VkResult SelfTestDevice::createSets(std::uint32_t set_count) {
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, set_count * VKSORT_DESCRIPTORS_PER_SET};
  const VkDescriptorPoolCreateInfo pool_info = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, set_count, 1, &size};
  VkDescriptorPool made = VK_NULL_HANDLE;
  return keep(vk.CreateDescriptorPool(host.device, &pool_info, host.allocator, &made), made, sets);
}

VkResult SelfTestDevice::newSet(VkDescriptorSetLayout layout, VkDescriptorSet& out) const {
  out = VK_NULL_HANDLE;
  if (layout == VK_NULL_HANDLE) return VK_SUCCESS;  // push descriptors
  const VkDescriptorSetAllocateInfo set_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr, sets, 1,
                                                &layout};
  return vk.AllocateDescriptorSets(host.device, &set_info, &out);
}

VkResult SelfTestDevice::createCommands() {
  const VkCommandPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr,
                                             VK_COMMAND_POOL_CREATE_TRANSIENT_BIT, info.queue_family};
  VkCommandPool made_pool = VK_NULL_HANDLE;
  VkResult result =
      keep(vk.CreateCommandPool(host.device, &pool_info, host.allocator, &made_pool), made_pool, commands);
  if (result != VK_SUCCESS) return result;

  const VkCommandBufferAllocateInfo buffer_info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, commands,
                                                   VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
  result = vk.AllocateCommandBuffers(host.device, &buffer_info, &command_buffer);
  if (result != VK_SUCCESS) return result;

  const VkFenceCreateInfo fence_info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};
  VkFence made_fence = VK_NULL_HANDLE;
  return keep(vk.CreateFence(host.device, &fence_info, host.allocator, &made_fence), made_fence, fence);
}

VkResult SelfTestDevice::flush() const {
  const VkMappedMemoryRange all = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, nullptr, memory, 0, VK_WHOLE_SIZE};
  return vk.FlushMappedMemoryRanges(host.device, 1, &all);
}

VkResult SelfTestDevice::begin() const {
  VkResult result = vk.ResetFences(host.device, 1, &fence);
  if (result == VK_SUCCESS) result = vk.ResetCommandPool(host.device, commands, 0);
  if (result == VK_SUCCESS && sets != VK_NULL_HANDLE) result = vk.ResetDescriptorPool(host.device, sets, 0);
  if (result != VK_SUCCESS) return result;
  const VkCommandBufferBeginInfo begin_info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr,
                                               VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT, nullptr};
  return vk.BeginCommandBuffer(command_buffer, &begin_info);
}

VkResult SelfTestDevice::submitAndWait() {
  VkResult result = vk.EndCommandBuffer(command_buffer);
  if (result != VK_SUCCESS) return result;
  VkSubmitInfo submission{};
  submission.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submission.commandBufferCount = 1;
  submission.pCommandBuffers = &command_buffer;
  result = info.submit ? info.submit(info.context, command_buffer, fence)
                       : vk.QueueSubmit(info.queue, 1, &submission, fence);
  if (result != VK_SUCCESS) return result;
  const std::uint64_t timeout_ns = std::uint64_t{info.timeout_ms != 0 ? info.timeout_ms : 60'000} * 1'000'000;
  result = vk.WaitForFences(host.device, 1, &fence, VK_TRUE, timeout_ns);
  in_flight = !isDone(result);
  if (result == VK_SUCCESS) {
    const VkMappedMemoryRange all = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, nullptr, memory, 0, VK_WHOLE_SIZE};
    return vk.InvalidateMappedMemoryRanges(host.device, 1, &all);
  }
  if (!in_flight || result == VK_TIMEOUT) return result;
  // The wait failed for another reason, so try another way to wait.
  in_flight = info.submit || !isDone(vk.QueueWaitIdle(info.queue));
  return in_flight ? VK_TIMEOUT : result;
}

void SelfTestDevice::destroy() {
  vk.DestroyFence(host.device, fence, host.allocator);
  vk.DestroyCommandPool(host.device, commands, host.allocator);
  vk.DestroyDescriptorPool(host.device, sets, host.allocator);
  vk.DestroyBuffer(host.device, buffer, host.allocator);
  vk.FreeMemory(host.device, memory, host.allocator);
}

}  // namespace vksort
