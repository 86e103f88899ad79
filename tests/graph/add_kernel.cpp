#include "add_kernel.h"

#include <algorithm>

#include "gpu/image.h"
#include "test_add.spv.h"

using graph::BufferHandle;
using graph::PassContext;
using graph::PassKind;

namespace test {

AddKernel::AddKernel(const gpu::Device& device)
    : device_(&device), set_layout_(gpu::storageLayout(device, 2)), pool_(device, 64, 128) {
  const VkDescriptorSetLayout sets[] = {set_layout_.get()};
  layout_ = gpu::pipelineLayout(device, sets, {8});
  gpu::ComputePipelineInfo info;
  info.code = test_add;
  info.layout = layout_.get();
  info.name = "add";
  pipeline_ = gpu::computePipeline(device, info);
}

void AddKernel::record(VkCommandBuffer cmd, VkBuffer source, VkBuffer target, uint32_t amount) {
  const VkDescriptorSet set = pool_.allocate(set_layout_.get());
  const VkDescriptorBufferInfo buffers[] = {{source, 0, VK_WHOLE_SIZE}, {target, 0, VK_WHOLE_SIZE}};
  gpu::writeStorageBuffers(*device_, set, buffers);
  const uint32_t push[] = {kCount, amount};
  const VolkDeviceTable& vk = device_->vk;
  vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1, &set, 0, nullptr);
  vk.vkCmdPushConstants(cmd, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
  vk.vkCmdDispatch(cmd, (kCount + 63) / 64, 1, 1);
}

BufferHandle fillPass(graph::Graph& graph, const char* name, BufferHandle target, uint32_t value) {
  graph::PassBuilder pass = graph.addPass(name, PassKind::transfer);
  target = pass.write(target, graph::kTransferWrite);
  pass.record([=](const PassContext& context) {
    context.device().vk.vkCmdFillBuffer(context.cmd(), context.buffer(target), 0, VK_WHOLE_SIZE, value);
  });
  return target;
}

BufferHandle addPass(graph::Graph& graph, const char* name, AddKernel& kernel, BufferHandle source, BufferHandle target,
                     uint32_t amount) {
  graph::PassBuilder pass = graph.addPass(name, PassKind::compute);
  pass.read(source, graph::kComputeRead);
  target = pass.write(target, graph::kComputeWrite);
  pass.record([=, &kernel](const PassContext& context) {
    kernel.record(context.cmd(), context.buffer(source), context.buffer(target), amount);
  });
  return target;
}

BufferHandle addInPlacePass(graph::Graph& graph, const char* name, AddKernel& kernel, BufferHandle target,
                            uint32_t amount) {
  graph::PassBuilder pass = graph.addPass(name, PassKind::compute);
  target = pass.readWrite(target, graph::kComputeReadWrite);
  pass.record([=, &kernel](const PassContext& context) {
    kernel.record(context.cmd(), context.buffer(target), context.buffer(target), amount);
  });
  return target;
}

BufferHandle copyPass(graph::Graph& graph, const char* name, BufferHandle source, BufferHandle target) {
  graph::PassBuilder pass = graph.addPass(name, PassKind::transfer);
  pass.read(source, graph::kTransferRead);
  target = pass.write(target, graph::kTransferWrite);
  pass.record([=](const PassContext& context) {
    const VkBufferCopy region{0, 0, kData.size};
    context.device().vk.vkCmdCopyBuffer(context.cmd(), context.buffer(source), context.buffer(target), 1, &region);
  });
  return target;
}

graph::ImageHandle clearPass(graph::Graph& graph, graph::ImageHandle target, uint32_t word) {
  constexpr VkImageLayout kTarget = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
  graph::PassBuilder pass = graph.addPass("clear", PassKind::transfer);
  target = pass.write(target, graph::kTransferWrite, kTarget);
  pass.record([=](const PassContext& context) {
    VkClearColorValue color{};
    color.uint32[0] = word;
    context.device().vk.vkCmdClearColorImage(context.cmd(), context.image(target), kTarget, &color, 1,
                                             &gpu::kWholeImage);
  });
  return target;
}

BufferHandle copyPass(graph::Graph& graph, const char* name, graph::ImageHandle source, BufferHandle target) {
  graph::PassBuilder pass = graph.addPass(name, PassKind::transfer);
  pass.read(source, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  target = pass.write(target, graph::kTransferWrite);
  pass.record([=](const PassContext& context) {
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {kExtent.width, kExtent.height, 1};
    context.device().vk.vkCmdCopyImageToBuffer(
        context.cmd(), context.image(source), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, context.buffer(target), 1, &region);
  });
  return target;
}

gpu::Buffer readbackBuffer(const gpu::Device& device) {
  return {device, kData.size, kData.usage, gpu::Memory::readback, "readback"};
}

bool allEqual(const gpu::Buffer& readback, uint32_t value) {
  readback.invalidate();
  return std::ranges::all_of(readback.as<const uint32_t>(), [=](uint32_t word) { return word == value; });
}

}  // namespace test
