#include "vulkan/layouts.h"

namespace vksort {

VkResult createLayouts(const DeviceFunctions& vk, const LayoutsInfo& info, VkDescriptorSetLayout& set,
                       VkPipelineLayout& pipeline) {
  set = VK_NULL_HANDLE;
  pipeline = VK_NULL_HANDLE;
  VkDescriptorSetLayoutBinding bindings[kMaxBindings] = {};
  std::uint32_t binding_count = 0;
  for (std::uint32_t i = 0; i < kMaxBindings; ++i) {
    if ((info.bindings >> i & 1) == 0) continue;
    VkDescriptorSetLayoutBinding& binding = bindings[binding_count++];
    binding.binding = i;
    binding.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    binding.descriptorCount = 1;
    binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  VkDescriptorSetLayoutCreateInfo set_info{};
  set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  if (info.push_descriptor) set_info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  set_info.bindingCount = binding_count;
  set_info.pBindings = bindings;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;  // what a failure leaves here is undefined
  VkResult result = vk.CreateDescriptorSetLayout(info.device, &set_info, info.allocator, &set_layout);
  if (result != VK_SUCCESS) return result;
  set = set_layout;
  setName(vk, info.device, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, set, "vksort set layout");

  const VkPushConstantRange push_range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, info.push_bytes};
  VkPipelineLayoutCreateInfo layout_info{};
  layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  const VkDescriptorSetLayout sets[] = {set, info.generator_set};
  layout_info.setLayoutCount = info.generator_set ? 2 : 1;
  layout_info.pSetLayouts = sets;
  layout_info.pushConstantRangeCount = 1;
  layout_info.pPushConstantRanges = &push_range;
  VkPipelineLayout pipeline_layout = VK_NULL_HANDLE;
  result = vk.CreatePipelineLayout(info.device, &layout_info, info.allocator, &pipeline_layout);
  if (result != VK_SUCCESS) return result;
  pipeline = pipeline_layout;
  setName(vk, info.device, VK_OBJECT_TYPE_PIPELINE_LAYOUT, pipeline, "vksort pipeline layout");
  return VK_SUCCESS;
}

void bindBuffers(VkCommandBuffer command_buffer, const BindTarget& target,
                 const VkDescriptorBufferInfo* const (&buffers)[kMaxBindings]) {
  VkWriteDescriptorSet writes[kMaxBindings] = {};
  std::uint32_t write_count = 0;
  for (std::uint32_t i = 0; i < kMaxBindings; ++i) {
    if (!buffers[i]) continue;
    VkWriteDescriptorSet& write = writes[write_count++];
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = target.set;
    write.dstBinding = i;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = buffers[i];
  }
  constexpr VkPipelineBindPoint kCompute = VK_PIPELINE_BIND_POINT_COMPUTE;
  if (target.push_descriptor) {
    target.vk.CmdPushDescriptorSetKHR(command_buffer, kCompute, target.layout, 0, write_count, writes);
    return;
  }
  target.vk.UpdateDescriptorSets(target.device, write_count, writes, 0, nullptr);
  target.vk.CmdBindDescriptorSets(command_buffer, kCompute, target.layout, 0, 1, &target.set, 0, nullptr);
}

}  // namespace vksort
