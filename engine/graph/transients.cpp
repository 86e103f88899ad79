#include "graph/transients.h"

#include "gpu/image.h"
#include "gpu/memory.h"
#include "gpu/structs.h"
#include "graph/executor.h"

namespace graph {
namespace {

gpu::Owned<VkBuffer> makeBuffer(const gpu::Device& device, const BufferInfo& info) {
  auto create = gpu::vkStruct<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  create.size = info.size;
  create.usage = info.usage;
  VkBuffer buffer = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateBuffer(device.handle(), &create, nullptr, &buffer), "creating a transient buffer");
  return {device.handle(), buffer, device.vk.vkDestroyBuffer};
}

gpu::Owned<VkImage> makeImage(const gpu::Device& device, const ImageInfo& info) {
  auto create = gpu::imageInfo(info.format, info.extent, info.usage);
  create.flags = VK_IMAGE_CREATE_ALIAS_BIT;
  VkImage image = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateImage(device.handle(), &create, nullptr, &image), "creating a transient image");
  return {device.handle(), image, device.vk.vkDestroyImage};
}

}  // namespace

MemoryQuery memoryNeeds(const gpu::Device& device) {
  return [&device](const Resource& resource) {
    VkMemoryRequirements needs{};
    if (resource.kind == ResourceKind::buffer) {
      const gpu::Owned<VkBuffer> buffer = makeBuffer(device, resource.buffer);
      device.vk.vkGetBufferMemoryRequirements(device.handle(), buffer.get(), &needs);
    } else {
      const gpu::Owned<VkImage> image = makeImage(device, resource.image);
      device.vk.vkGetImageMemoryRequirements(device.handle(), image.get(), &needs);
    }
    return MemoryNeeds{needs.size, needs.alignment, needs.memoryTypeBits};
  };
}

Transients::Transients(const gpu::Device& device, const Graph& graph, const Plan& plan, const Transients* first) {
  const auto owned_by_first = [&](uint32_t block) { return first != nullptr && plan.blocks[block].shared_by_frames; };
  for (uint32_t i = 0; i < plan.blocks.size(); ++i) {
    const Block& block = plan.blocks[i];
    blocks_.emplace_back();
    if (owned_by_first(i)) continue;
    const uint32_t type = gpu::memoryType(device, block.type_bits, gpu::Memory::device);
    blocks_.back() = gpu::allocateMemory(device, block.size, type);
  }
  resources_.resize(graph.resources().size());
  for (uint32_t i = 0; i < resources_.size(); ++i) {
    const Placement& placement = plan.placements[i];
    if (placement.block == kNone) continue;
    if (owned_by_first(placement.block))
      resources_[i] = first->resources_[i];
    else
      create(device, graph.resources()[i], placement, resources_[i]);
  }
}

void Transients::create(const gpu::Device& device, const Resource& resource, const Placement& placement,
                        PhysicalResource& created) {
  const VkDeviceMemory memory = blocks_[placement.block].get();
  if (resource.kind == ResourceKind::buffer) {
    created.buffer = buffers_.emplace_back(makeBuffer(device, resource.buffer)).get();
    gpu::check(device.vk.vkBindBufferMemory(device.handle(), created.buffer, memory, placement.offset),
               "binding a transient buffer");
    device.setName(VK_OBJECT_TYPE_BUFFER, created.buffer, resource.name.c_str());
    return;
  }
  created.image = images_.emplace_back(makeImage(device, resource.image)).get();
  gpu::check(device.vk.vkBindImageMemory(device.handle(), created.image, memory, placement.offset),
             "binding a transient image");
  device.setName(VK_OBJECT_TYPE_IMAGE, created.image, resource.name.c_str());
  constexpr VkImageUsageFlags kTransfer = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  if ((resource.image.usage & ~kTransfer) == 0) return;  // usages that do not allow a view
  created.view = views_.emplace_back(gpu::imageView(device, created.image, resource.image.format)).get();
}

}  // namespace graph
