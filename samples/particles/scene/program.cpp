#include "scene/program.h"

#include <array>
#include <cassert>

#include "interface.h"

namespace particles {
namespace {

constexpr std::size_t kMaxBuffers = 4;
constexpr VkShaderStageFlags kDrawStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

}  // namespace

void dispatchOver(const graph::PassContext& pass, uint32_t elements) {
  const uint32_t workgroups = (elements + PARTICLES_WORKGROUP - 1) / PARTICLES_WORKGROUP;
  pass.device().vk.vkCmdDispatch(pass.cmd(), workgroups, 1, 1);
}

Program::Program(const gpu::Device& device, const ProgramInfo& info, VkPipelineBindPoint point,
                 VkShaderStageFlags stages)
    : point_(point), stages_(stages) {
  assert(info.buffers <= kMaxBuffers);
  std::vector<VkDescriptorSetLayout> set_layouts;
  if (info.buffers > 0) {
    set_layout_ = gpu::storageLayout(device, info.buffers, stages);
    pool_ = gpu::DescriptorPool(device, info.frames, info.frames * info.buffers);
    for (uint32_t i = 0; i < info.frames; ++i) sets_.push_back(pool_.allocate(set_layout_.get()));
    set_layouts.push_back(set_layout_.get());
  }
  layout_ = gpu::pipelineLayout(device, set_layouts, {info.push_bytes, stages});
}

Program Program::compute(const gpu::Device& device, const ProgramInfo& info, std::span<const uint32_t> code) {
  Program program(device, info, VK_PIPELINE_BIND_POINT_COMPUTE, VK_SHADER_STAGE_COMPUTE_BIT);
  gpu::ComputePipelineInfo pipeline;
  pipeline.code = code;
  pipeline.layout = program.layout_.get();
  pipeline.name = info.name;
  program.pipeline_ = gpu::computePipeline(device, pipeline);
  return program;
}

Program Program::graphics(const gpu::Device& device, const ProgramInfo& info, std::span<const uint32_t> vertex,
                          std::span<const uint32_t> fragment, VkPrimitiveTopology topology, VkFormat color,
                          bool blend) {
  Program program(device, info, VK_PIPELINE_BIND_POINT_GRAPHICS, kDrawStages);
  gpu::GraphicsPipelineInfo pipeline;
  pipeline.vertex = vertex;
  pipeline.fragment = fragment;
  pipeline.layout = program.layout_.get();
  pipeline.color_format = color;
  pipeline.topology = topology;
  pipeline.blend = blend;
  pipeline.name = info.name;
  program.pipeline_ = gpu::graphicsPipeline(device, pipeline);
  return program;
}

void Program::bind(const graph::PassContext& pass, std::initializer_list<VkBuffer> buffers, const void* push,
                   std::size_t push_bytes) const {
  const gpu::Device& device = pass.device();
  device.vk.vkCmdBindPipeline(pass.cmd(), point_, pipeline_.get());
  if (!sets_.empty()) {
    // The frame's previous execution is over, so its set may change.
    std::array<VkDescriptorBufferInfo, kMaxBuffers> infos;
    std::size_t count = 0;
    for (const VkBuffer buffer : buffers) infos[count++] = {buffer, 0, VK_WHOLE_SIZE};
    const VkDescriptorSet set = sets_[pass.frame()];
    gpu::writeStorageBuffers(device, set, {infos.data(), count});
    device.vk.vkCmdBindDescriptorSets(pass.cmd(), point_, layout_.get(), 0, 1, &set, 0, nullptr);
  }
  device.vk.vkCmdPushConstants(pass.cmd(), layout_.get(), stages_, 0, static_cast<uint32_t>(push_bytes), push);
}

}  // namespace particles
