#include "scene/elements.h"

#include <algorithm>
#include <numeric>

#include "gpu/structs.h"
#include "interface.h"

namespace particles {
namespace {

constexpr VkBufferUsageFlags kUsage = kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

}  // namespace

graph::BufferHandle Declaration::import(const std::string& name, const gpu::Buffer& buffer, VkBufferUsageFlags usage,
                                        graph::Access before) {
  const graph::BufferHandle handle = graph.importBuffer(name, {buffer.size(), usage}, before);
  imported_.emplace_back(handle, buffer.handle());
  return handle;
}

void Declaration::bind(graph::Executor& executor) const {
  for (const auto& [handle, buffer] : imported_) executor.bind(handle, buffer);
}

uint32_t maxCountOn(const gpu::Device& device) {
  const VkPhysicalDeviceLimits& limits = device.properties().core.limits;
  const uint64_t workgroups = uint64_t{limits.maxComputeWorkGroupCount[0]} * limits.maxComputeWorkGroupCount[1];
  return static_cast<uint32_t>(
      std::min({uint64_t{kMaxCount}, limits.maxStorageBufferRange / sizeof(Splat), workgroups * PARTICLES_WORKGROUP}));
}

Elements::Elements(const gpu::Device& device, uint32_t count)
    : count_(count),
      positions_(device, VkDeviceSize{count} * sizeof(glm::vec4), kUsage, gpu::Memory::device, "positions"),
      indices_(device, VkDeviceSize{count} * sizeof(uint32_t), kUsage, gpu::Memory::device, "indices") {}

Elements::Handles Elements::declare(Declaration& frame) const {
  return {frame.import("positions", positions_), frame.import("indices", indices_),
          frame.graph.createBuffer("keys", {VkDeviceSize{count_} * sizeof(uint32_t), kStorage})};
}

void GroupPlaces::arrange(std::span<const glm::vec3> at, const glm::vec4& depth_row) {
  std::vector<float> depths;
  for (const glm::vec3& p : at) depths.push_back(glm::dot(depth_row, glm::vec4(p, 1.0F)));
  order_.resize(groups());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::stable_sort(order_, [&](uint32_t a, uint32_t b) { return depths[a] > depths[b]; });
  last_place_ = static_cast<uint32_t>(std::ranges::find(order_, groups() - 1) - order_.begin());
}

uint32_t GroupPlaces::begin(uint32_t place) const {
  const uint32_t missing = size_ - countOf(groups() - 1);
  return place * size_ - (place > last_place_ ? missing : 0);
}

void dispatchOver(const graph::PassContext& pass, uint32_t elements) {
  const uint32_t workgroups = (elements + PARTICLES_WORKGROUP - 1) / PARTICLES_WORKGROUP;
  const uint32_t rows = (workgroups - 1) / pass.device().properties().core.limits.maxComputeWorkGroupCount[0] + 1;
  pass.device().vk.vkCmdDispatch(pass.cmd(), (workgroups + rows - 1) / rows, rows, 1);
}

Program::Program(const gpu::Device& device, const ProgramInfo& info, VkPipelineBindPoint point,
                 VkShaderStageFlags stages)
    : point_(point), stages_(stages) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  std::vector<VkDescriptorPoolSize> sizes;
  for (uint32_t i = 0; i < info.buffers + info.images; ++i) {
    const VkDescriptorType type =
        i < info.buffers ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    bindings.push_back({i, type, 1, stages, nullptr});
    sizes.push_back({type, kFramesInFlight});
  }
  std::vector<VkDescriptorSetLayout> set_layouts;
  if (!bindings.empty()) {
    set_layout_ = gpu::setLayout(device, bindings);
    pool_ = gpu::DescriptorPool(device, kFramesInFlight, sizes);
    for (uint32_t i = 0; i < kFramesInFlight; ++i) sets_.push_back(pool_.allocate(set_layout_.get()));
    set_layouts.push_back(set_layout_.get());
  }
  layout_ = gpu::pipelineLayout(device, set_layouts, {info.push_bytes, stages});
}

Program::Program(const gpu::Device& device, const ProgramInfo& info, std::span<const uint32_t> compute)
    : Program(device, info, VK_PIPELINE_BIND_POINT_COMPUTE, VK_SHADER_STAGE_COMPUTE_BIT) {
  gpu::ComputePipelineInfo pipeline;
  pipeline.code = compute;
  pipeline.layout = layout_.get();
  pipeline.name = info.name;
  pipeline_ = gpu::computePipeline(device, pipeline);
}

Program::Program(const gpu::Device& device, const ProgramInfo& info, const GraphicsInfo& graphics)
    : Program(device, info, VK_PIPELINE_BIND_POINT_GRAPHICS,
              VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT) {
  pipeline_ = gpu::graphicsPipeline(device, {graphics.vertex, graphics.fragment, layout_.get(), graphics.format,
                                             graphics.topology, graphics.blend, info.name});
}

void Program::bind(const graph::PassContext& pass, const std::vector<VkBuffer>& buffers,
                   const std::vector<VkImageView>& images) const {
  const gpu::Device& device = pass.device();
  device.vk.vkCmdBindPipeline(pass.cmd(), point_, pipeline_.get());
  if (sets_.empty()) return;
  // The frame's previous execution has finished, so its set can be changed.
  const VkDescriptorSet set = sets_[pass.frame()];
  std::vector<VkDescriptorBufferInfo> infos;
  for (const VkBuffer buffer : buffers) infos.push_back({buffer, 0, VK_WHOLE_SIZE});
  gpu::writeStorageBuffers(device, set, infos);
  for (uint32_t i = 0; i < images.size(); ++i) {
    const VkDescriptorImageInfo image{VK_NULL_HANDLE, images[i], VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    auto write = gpu::vkStruct<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    write.dstSet = set;
    write.dstBinding = static_cast<uint32_t>(buffers.size()) + i;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    write.pImageInfo = &image;
    device.vk.vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
  }
  device.vk.vkCmdBindDescriptorSets(pass.cmd(), point_, layout_.get(), 0, 1, &set, 0, nullptr);
}

}  // namespace particles
