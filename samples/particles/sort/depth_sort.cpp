#include "sort/depth_sort.h"

#include <string>
#include <string_view>

#include "depth_key.h"
#include "gpu/error.h"
#include "keys_comp.spv.h"

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

DepthSorter::DepthSorter(Sorters& sorters, const SorterKind& kind, uint32_t max_count, uint32_t frames,
                         const vksort::KeyGenerator* keys)
    : use_(kind.use), sorter_(sorters.sorter(kind, max_count, keys)) {
  const VkDescriptorSetLayout layout = sorter_->descriptorSetLayout();
  if (layout == VK_NULL_HANDLE) return;
  pool_ = gpu::DescriptorPool(sorters.device(), frames, frames * vksort::kDescriptorsPerSet);
  for (uint32_t i = 0; i < frames; ++i) sets_.push_back(pool_.allocate(layout));
}

void DepthSorter::requireUse(const gpu::Device& device, uint32_t count) const {
  if (use_ == Use::radix && sorter_->scratchBytes(count) == 0)
    throw gpu::Error("--use radix: " + std::to_string(count) + " elements with these keys are not sorted by radix on " +
                     device.properties().core.deviceName);
}

vksort::Ordering depthOrdering() {
  vksort::Ordering ordering;
  ordering.key_type = vksort::KeyType::f32;
  ordering.order = vksort::Order::descending;
  ordering.payload = vksort::Payload::u32;
  ordering.payloads_ascend = true;
  return ordering;
}

SortFacts factsOf(const vksort::Sorter& sorter, vksort::PlanInfo info) {
  const bool segmented = info.segment_count != 0;
  info.scratch = !segmented && sorter.scratchBytes(info.count) != 0;
  std::vector<vksort::PassPlan> passes(plan(sorter, info));
  if (passes.empty()) return {};
  (void)plan(sorter, info, passes.data(), static_cast<uint32_t>(passes.size()));
  SortFacts facts{"bitonic", static_cast<uint32_t>(passes.size()), {}};
  uint64_t bytes = 0;
  for (const vksort::PassPlan& pass : passes) {
    bytes += pass.bytes_read + pass.bytes_written;
    for (const char* name : {"radix", "rank"})
      if (std::string_view(pass.name).starts_with(name)) facts.used = name;
  }
  if (!segmented && !info.indirect) facts.bytes_moved = bytes;
  return facts;
}

DepthSort::DepthSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info,
                     const vksort::Ordering& verified)
    : keys_(Program::compute(device, {"depth keys", 3, sizeof(KeysPush), info.frames}, keys_comp)) {
  if (info.verify) monitor_.emplace(*info.sorters, info.frames, verified);
  push_.count = elements.count();
}

void DepthSort::prepare(uint32_t, const View& view, std::span<const glm::vec3>) { push_.depth_row = view.forward; }

uint32_t DepthSort::drawn(uint32_t) const { return count(); }

OrderRule DepthSort::rule(uint32_t) const { return {.depth_row = push_.depth_row}; }

std::optional<Verdict> DepthSort::verdict(uint32_t frame) const {
  if (!monitor_) return std::nullopt;
  return monitor_->read(frame);
}

nodes::SortNode DepthSort::sortNode(graph::BufferHandle keys, graph::BufferHandle indices,
                                    const DepthSorter& sorter) const {
  nodes::SortNode node;
  node.keys = keys;
  node.payload = indices;
  node.count = count();
  node.key_type = vksort::KeyType::f32;
  node.order = vksort::Order::descending;
  node.sets = sorter.sets();
  return node;
}

vksort::PlanInfo DepthSort::planInfo() const {
  vksort::PlanInfo info;
  info.count = count();
  info.key_type = vksort::KeyType::f32;
  return info;
}

graph::BufferHandle DepthSort::createWords(graph::Graph& graph, const char* name, uint32_t each) const {
  return graph.createBuffer(name, {VkDeviceSize{push_.count} * each * sizeof(uint32_t), kStorage});
}

DepthSort::Keyed DepthSort::addKeys(graph::Graph& graph, const char* name, graph::BufferHandle positions,
                                    graph::BufferHandle keys, graph::BufferHandle indices) {
  graph::PassBuilder pass = graph.addPass(name, graph::PassKind::compute);
  pass.read(positions, graph::kComputeRead);
  keys = pass.write(keys, graph::kComputeWrite);
  indices = pass.write(indices, graph::kComputeWrite);
  pass.execute([this, positions, keys, indices](const graph::PassContext& context) {
    keys_.use(context, {context.buffer(positions), context.buffer(keys), context.buffer(indices)}, push_);
    dispatchOver(context, push_.count);
  });
  return {keys, indices, pass.handle()};
}

}  // namespace particles
