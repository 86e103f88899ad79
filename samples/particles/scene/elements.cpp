#include "scene/elements.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "interface.h"

namespace particles {
namespace {

// What hosts copy to and from.
constexpr VkBufferUsageFlags kUsage = kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

constexpr std::size_t kMaxBuffers = 4;
constexpr VkShaderStageFlags kDrawStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

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
  return static_cast<uint32_t>(
      std::min<uint64_t>({kMaxCount, limits.maxStorageBufferRange / kMaxBytes,
                          uint64_t{limits.maxComputeWorkGroupCount[0]} * PARTICLES_WORKGROUP}));
}

Elements::Elements(const gpu::Device& device, uint32_t count)
    : count_(count),
      positions_(device, VkDeviceSize{count} * sizeof(glm::vec4), kUsage, gpu::Memory::device, "positions"),
      indices_(device, VkDeviceSize{count} * sizeof(uint32_t), kUsage, gpu::Memory::device, "indices") {}

Elements::Handles Elements::declare(Declaration& frame) const {
  return {frame.import("positions", positions_, kStorage, kFrameBefore),
          frame.import("indices", indices_, kStorage, kFrameBefore)};
}

void readElements(graph::PassBuilder& pass, const Elements::Handles& elements) {
  pass.read(elements.positions, graph::kVertexRead);
  pass.read(elements.indices, graph::kVertexRead);
  if (elements.arguments != graph::BufferHandle{}) pass.read(elements.arguments, graph::kIndirectRead);
}

void drawElements(const graph::PassContext& pass, const Elements::Handles& elements, uint32_t vertices,
                  uint32_t count) {
  const VolkDeviceTable& vk = pass.device().vk;
  if (elements.arguments == graph::BufferHandle{})
    vk.vkCmdDraw(pass.cmd(), vertices, count, 0, 0);
  else
    vk.vkCmdDrawIndirect(pass.cmd(), pass.buffer(elements.arguments), 0, 1, sizeof(VkDrawIndirectCommand));
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
