#include "picture/tone.h"

#include "background_vert.spv.h"
#include "gpu/structs.h"
#include "tone_frag.spv.h"

namespace particles {
namespace {

constexpr VkDescriptorType kType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
constexpr VkDescriptorSetLayoutBinding kBinding{0, kType, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;

}  // namespace

Tone::Tone(const gpu::Device& device, VkFormat format, uint32_t frames)
    : set_layout_(gpu::setLayout(device, {&kBinding, 1})) {
  const VkDescriptorPoolSize size{kType, frames};
  pool_ = gpu::DescriptorPool(device, frames, {&size, 1});
  for (uint32_t i = 0; i < frames; ++i) sets_.push_back(pool_.allocate(set_layout_.get()));
  const VkDescriptorSetLayout set_layout = set_layout_.get();
  layout_ = gpu::pipelineLayout(device, {&set_layout, 1});
  gpu::GraphicsPipelineInfo info;
  info.vertex = background_vert;
  info.fragment = tone_frag;
  info.layout = layout_.get();
  info.color_format = format;
  info.name = "tone";
  pipeline_ = gpu::graphicsPipeline(device, info);
}

graph::ImageHandle Tone::createLight(graph::Graph& graph, graph::ImageHandle picture) const {
  const VkExtent2D extent = graph.resources()[picture.index].image.extent;
  return graph.createImage("light", {kLight, extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT});
}

graph::ImageHandle Tone::declare(graph::Graph& graph, graph::ImageHandle light, graph::ImageHandle picture) {
  graph::PassBuilder pass = graph.addPass("tone", graph::PassKind::graphics);
  pass.read(light, graph::kFragmentRead, kLayout);
  picture = pass.color(picture, VkClearColorValue{});
  pass.execute([this, light](const graph::PassContext& context) {
    const gpu::Device& device = context.device();
    const VkDescriptorSet set = sets_[context.frame()];
    const VkDescriptorImageInfo image{VK_NULL_HANDLE, context.view(light), kLayout};
    auto write = gpu::vkStruct<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    write.dstSet = set;
    write.descriptorCount = 1;
    write.descriptorType = kType;
    write.pImageInfo = &image;
    device.vk.vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
    constexpr VkPipelineBindPoint kPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    device.vk.vkCmdBindPipeline(context.cmd(), kPoint, pipeline_.get());
    device.vk.vkCmdBindDescriptorSets(context.cmd(), kPoint, layout_.get(), 0, 1, &set, 0, nullptr);
    device.vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
  });
  return picture;
}

}  // namespace particles
