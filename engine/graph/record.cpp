#include "graph/record.h"

#include <algorithm>

#include "gpu/image.h"
#include "gpu/structs.h"

namespace graph {

BarrierRecorder::BarrierRecorder(const Plan& plan) {
  std::size_t longest = plan.final_barriers.size();
  for (const PlannedPass& pass : plan.passes) longest = std::max(longest, pass.barriers.size());
  buffers_.reserve(longest);
  images_.reserve(longest);
}

void BarrierRecorder::record(const gpu::Device& device, VkCommandBuffer cmd, const std::vector<Barrier>& barriers,
                             const Graph& graph, std::span<const PhysicalResource> resources) {
  if (barriers.empty()) return;
  buffers_.clear();
  images_.clear();
  // A global barrier is needed, because other resources used the same memory.
  auto global = gpu::vkStruct<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  bool any_global = false;
  VkPipelineStageFlags src_stages = 0;
  VkPipelineStageFlags dst_stages = 0;
  for (const Barrier& barrier : barriers) {
    src_stages |= barrier.src.stages;
    dst_stages |= barrier.dst.stages;
    if (barrier.aliasing) {
      global.srcAccessMask |= barrier.src.flags;
      global.dstAccessMask |= barrier.dst.flags;
      any_global = true;
    }
    const Resource& resource = graph.resources()[barrier.resource];
    if (resource.kind == ResourceKind::image) {
      auto image = gpu::vkStruct<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
      image.srcAccessMask = barrier.src.flags;
      image.dstAccessMask = barrier.dst.flags;
      image.oldLayout = barrier.old_layout;
      image.newLayout = barrier.new_layout;
      image.srcQueueFamilyIndex = image.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
      image.image = resources[barrier.resource].image;
      image.subresourceRange = gpu::kWholeImage;
      images_.push_back(image);
    } else if (!barrier.aliasing) {
      auto buffer = gpu::vkStruct<VkBufferMemoryBarrier>(VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER);
      buffer.srcAccessMask = barrier.src.flags;
      buffer.dstAccessMask = barrier.dst.flags;
      buffer.srcQueueFamilyIndex = buffer.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
      buffer.buffer = resources[barrier.resource].buffer;
      buffer.size = VK_WHOLE_SIZE;
      buffers_.push_back(buffer);
    }
  }
  // Vulkan 1.0 does not allow empty stage masks.
  if (src_stages == 0) src_stages = VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT;
  if (dst_stages == 0) dst_stages = VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
  device.vk.vkCmdPipelineBarrier(cmd, src_stages, dst_stages, 0, any_global ? 1 : 0, &global,
                                 static_cast<uint32_t>(buffers_.size()), buffers_.data(),
                                 static_cast<uint32_t>(images_.size()), images_.data());
}

void beginRendering(const gpu::Device& device, VkCommandBuffer cmd, const Pass& pass, const Graph& graph,
                    std::span<const PhysicalResource> resources) {
  const ColorAttachment& target = *pass.color;
  auto color = gpu::vkStruct<VkRenderingAttachmentInfo>(VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO);
  color.imageView = resources[target.resource].view;
  color.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  color.loadOp = target.clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
  color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  if (target.clear) color.clearValue.color = *target.clear;
  const VkExtent2D extent = graph.resources()[target.resource].image.extent;
  auto rendering = gpu::vkStruct<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
  rendering.renderArea = {{0, 0}, extent};
  rendering.layerCount = 1;
  rendering.colorAttachmentCount = 1;
  rendering.pColorAttachments = &color;
  device.vk.vkCmdBeginRendering(cmd, &rendering);
  const VkViewport viewport{0.0F, 0.0F, static_cast<float>(extent.width), static_cast<float>(extent.height),
                            0.0F, 1.0F};
  device.vk.vkCmdSetViewport(cmd, 0, 1, &viewport);
  device.vk.vkCmdSetScissor(cmd, 0, 1, &rendering.renderArea);
}

}  // namespace graph
