#include "soak_load.h"

#include "gpu/pipeline.h"
#include "gpu/structs.h"
#include "soak_frag.spv.h"
#include "soak_vert.spv.h"
#include "vksort.h"

namespace test {
namespace {

constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkDeviceSize kPixelBytes = 4;

// Waits for all earlier uses of the image before all later ones.
void turn(const gpu::Device& device, VkCommandBuffer cmd, VkImage image, VkImageLayout from, VkImageLayout to,
          vksort::Access before, vksort::Access after) {
  auto barrier = gpu::vkStruct<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
  barrier.srcAccessMask = before.access;
  barrier.dstAccessMask = after.access;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = gpu::kWholeImage;
  device.vk.vkCmdPipelineBarrier(cmd, before.stages, after.stages, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

}  // namespace

SoakLoad::SoakLoad(const gpu::Device& device, std::uint32_t slots, bool software)
    : device_(device), extent_{software ? 64u : 512u, software ? 64u : 512u}, draws_(2) {
  if (device.enabled().graphics && device.enabled().dynamic_rendering) {
    layout_ = gpu::pipelineLayout(device, {});
    gpu::GraphicsPipelineInfo info{soak_vert, soak_frag, layout_.get(), kFormat};
    info.blend = true;
    pipeline_ = gpu::graphicsPipeline(device, info);
  }
  const VkDeviceSize bytes = kPixelBytes * extent_.width * extent_.height;
  for (std::uint32_t i = 0; i < slots; ++i) {
    Slot slot;
    slot.image = {device, kFormat, extent_, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
    slot.copy = {device, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    slot.filled = {device, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    slots_.push_back(std::move(slot));
  }
}

void SoakLoad::draw(VkCommandBuffer cmd, const Slot& slot) const {
  auto color = gpu::vkStruct<VkRenderingAttachmentInfo>(VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO);
  color.imageView = slot.image.view();
  color.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  color.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  auto info = gpu::vkStruct<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
  info.renderArea.extent = extent_;
  info.layerCount = 1;
  info.colorAttachmentCount = 1;
  info.pColorAttachments = &color;
  const VkViewport viewport{0, 0, static_cast<float>(extent_.width), static_cast<float>(extent_.height), 0, 1};
  device_.vk.vkCmdBeginRendering(cmd, &info);
  device_.vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_.get());
  device_.vk.vkCmdSetViewport(cmd, 0, 1, &viewport);
  device_.vk.vkCmdSetScissor(cmd, 0, 1, &info.renderArea);
  device_.vk.vkCmdDraw(cmd, 3, draws_, 0, 0);
  device_.vk.vkCmdEndRendering(cmd);
}

void SoakLoad::record(VkCommandBuffer cmd, std::uint32_t index) const {
  const Slot& slot = slots_[index];
  device_.vk.vkCmdFillBuffer(cmd, slot.filled.handle(), 0, VK_WHOLE_SIZE, index);
  if (!draws()) return;
  constexpr vksort::Access kNothing = {VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0};
  constexpr vksort::Access kDrawn = {VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                     VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
  constexpr vksort::Access kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
  const VkImage image = slot.image.handle();
  turn(device_, cmd, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, kNothing, kDrawn);
  draw(cmd, slot);
  turn(device_, cmd, image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kDrawn,
       kCopied);
  VkBufferImageCopy region{};
  region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  region.imageExtent = {extent_.width, extent_.height, 1};
  device_.vk.vkCmdCopyImageToBuffer(cmd, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, slot.copy.handle(), 1, &region);
}

}  // namespace test
