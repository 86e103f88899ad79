#include "sort/depth_keys.h"

#include "depth_key.h"

namespace particles {
namespace {

// As in depth_keys.glsl. The row is in a uniform buffer, since devices may have few storage buffers per stage.
struct CameraBlock {
  glm::vec4 depth_row;
};

constexpr VkDescriptorSetLayoutBinding kBindings[] = {
    {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
    {1, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
};

}  // namespace

DepthKeys::DepthKeys(const gpu::Device& device, const gpu::Buffer& positions, uint32_t frames)
    : layout_(gpu::setLayout(device, kBindings)) {
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, frames},
                                        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, frames}};
  pool_ = gpu::DescriptorPool(device, frames, sizes);
  for (uint32_t i = 0; i < frames; ++i) {
    const gpu::Buffer& camera = cameras_.emplace_back(device, sizeof(CameraBlock), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                                      gpu::Memory::upload, "camera");
    const VkDescriptorSet set = sets_.emplace_back(pool_.allocate(layout_.get()));
    const VkDescriptorBufferInfo buffers[] = {{positions.handle(), 0, VK_WHOLE_SIZE},
                                              {camera.handle(), 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet writes[2] = {};
    for (uint32_t binding = 0; binding < 2; ++binding) {
      writes[binding].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
      writes[binding].dstSet = set;
      writes[binding].dstBinding = binding;
      writes[binding].descriptorCount = 1;
      writes[binding].descriptorType = kBindings[binding].descriptorType;
      writes[binding].pBufferInfo = &buffers[binding];
    }
    device.vk.vkUpdateDescriptorSets(device.handle(), 2, writes, 0, nullptr);
  }
}

vksort::KeyGenerator DepthKeys::generator() const { return {depth_key, layout_.get()}; }

void DepthKeys::setRow(uint32_t frame, const glm::vec4& depth_row) const {
  cameras_[frame].as<CameraBlock>()[0].depth_row = depth_row;
  cameras_[frame].flush();
}

}  // namespace particles
