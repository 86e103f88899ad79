#include "depth_sorts/depth_sorts.h"

#include "cull_count_comp.spv.h"
#include "cull_place_comp.spv.h"
#include "cull_write_comp.spv.h"
#include "nodes/sort.h"

namespace particles {
namespace {

constexpr VkDeviceSize kBytes = sizeof(VkDrawIndirectCommand);
constexpr VkBufferUsageFlags kUsage = kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;

// What the frame before did last with the arguments.
constexpr graph::Access kArgumentsBefore{
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr graph::Access kReportBefore = graph::kTransferWrite;

Program program(const gpu::Device& device, const char* name, uint32_t buffers, uint32_t frames,
                std::span<const uint32_t> code) {
  return Program::compute(device, {name, buffers, sizeof(cull::Push), frames}, code);
}

SorterKind seenKind(Use use) {
  SorterKind kind;
  kind.use = use;
  kind.payloads_ascend = true;  // elements are found in their order
  return kind;
}

std::optional<DepthKeys> depthKeysOf(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info) {
  const uint32_t buffers = device.properties().core.limits.maxPerStageDescriptorStorageBuffers;
  if (!fusesKeys(info.use, elements.count()) || buffers < vksort::kDescriptorsPerSet + 1) return std::nullopt;
  return std::optional<DepthKeys>(std::in_place, device, elements.positions(), info.frames);
}

DepthSorter sorterOf(const DepthSortInfo& info, uint32_t count, const std::optional<DepthKeys>& depth_keys) {
  SorterKind kind;
  kind.use = info.use;
  kind.payload = vksort::Payload::index;
  kind.generates_keys = depth_keys.has_value();
  vksort::KeyGenerator generator;
  if (depth_keys) generator = depth_keys->generator();
  return {*info.sorters, kind, count, info.frames, depth_keys ? &generator : nullptr};
}

}  // namespace

SeenSort::SeenSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info)
    : DepthSort(device, elements, info, depthOrdering()),
      sorter_(*info.sorters, seenKind(info.use), elements.count(), info.frames),
      count_(program(device, "count seen", 2, info.frames, cull_count_comp)),
      place_(program(device, "place seen", 2, info.frames, cull_place_comp)),
      write_(program(device, "write seen", 4, info.frames, cull_write_comp)),
      arguments_(device, kBytes, kUsage, gpu::Memory::device, "draw arguments"),
      report_(device, kBytes * info.frames, VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Memory::readback, "seen") {
  sorter_.requireUse(device, elements.count());
  push_.count = elements.count();
  push_.blocks = (push_.count + PARTICLES_CULL_BLOCK - 1) / PARTICLES_CULL_BLOCK;
  push_.vertices = info.traits.vertices;
}

DepthSort::Declared SeenSort::declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) {
  Declared declared{elements, {}};
  Elements::Handles& drawn = declared.elements;
  drawn.arguments = frame.import("draw arguments", arguments_, kUsage, kArgumentsBefore);
  graph::BufferHandle keys = addCull(frame, drawn, declared);
  if (monitor() != nullptr) monitor()->declareBefore(frame, keys, drawn.indices, count());
  if (sorting == Sorting::on) {
    nodes::SortNode node = sortNode(keys, drawn.indices, sorter_);
    node.count_buffer = drawn.arguments;
    node.count_offset = offsetof(VkDrawIndirectCommand, instanceCount);
    const nodes::Sorted sorted = nodes::addSort(frame.graph, sorter_.get(), node);
    declared.timed.push_back(sorted.pass);
    keys = sorted.keys;
    drawn.indices = sorted.payload;
  } else {
    declared.timed.clear();
  }
  if (monitor() != nullptr) monitor()->declareDrawn(frame, keys, drawn.indices, count());
  addReport(frame, drawn.arguments);
  return declared;
}

graph::BufferHandle SeenSort::addCull(Declaration& frame, Elements::Handles& elements, Declared& declared) {
  graph::Graph& graph = frame.graph;
  graph::BufferHandle starts =
      graph.createBuffer("starts", {(VkDeviceSize{push_.blocks} + 1) * sizeof(uint32_t), kStorage});
  const graph::BufferHandle positions = elements.positions;
  graph::PassBuilder counting = graph.addPass("count seen", graph::PassKind::compute);
  counting.read(positions, graph::kComputeRead);
  starts = counting.write(starts, graph::kComputeWrite);
  counting.execute([this, positions, counts = starts](const graph::PassContext& context) {
    count_.use(context, {context.buffer(positions), context.buffer(counts)}, push_);
    context.device().vk.vkCmdDispatch(context.cmd(), push_.blocks, 1, 1);
  });

  graph::PassBuilder placing = graph.addPass("place seen", graph::PassKind::compute);
  starts = placing.readWrite(starts, graph::kComputeReadWrite);
  elements.arguments = placing.write(elements.arguments, graph::kComputeWrite);
  placing.execute([this, starts, arguments = elements.arguments](const graph::PassContext& context) {
    place_.use(context, {context.buffer(starts), context.buffer(arguments)}, push_);
    context.device().vk.vkCmdDispatch(context.cmd(), 1, 1, 1);
  });

  graph::PassBuilder writing = graph.addPass("write seen", graph::PassKind::compute);
  writing.read(positions, graph::kComputeRead);
  writing.read(starts, graph::kComputeRead);
  const graph::BufferHandle keys = writing.write(createWords(graph, "keys"), graph::kComputeWrite);
  elements.indices = writing.write(elements.indices, graph::kComputeWrite);
  declared.timed.push_back(writing.handle());
  writing.execute([this, positions, starts, keys, indices = elements.indices](const graph::PassContext& context) {
    write_.use(context,
               {context.buffer(positions), context.buffer(starts), context.buffer(keys), context.buffer(indices)},
               push_);
    context.device().vk.vkCmdDispatch(context.cmd(), push_.blocks, 1, 1);
  });
  return keys;
}

void SeenSort::addReport(Declaration& frame, graph::BufferHandle arguments) {
  constexpr VkBufferUsageFlags kTo = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  graph::BufferHandle report = frame.import("seen", report_, kTo, kReportBefore);
  graph::PassBuilder pass = frame.graph.addPass("report seen", graph::PassKind::transfer);
  pass.read(arguments, graph::kTransferRead);
  report = pass.readWrite(report, graph::kTransferWrite);  // the other frames' stay
  pass.execute([arguments, report](const graph::PassContext& context) {
    const VkBufferCopy region{0, context.frame() * kBytes, kBytes};
    context.device().vk.vkCmdCopyBuffer(context.cmd(), context.buffer(arguments), context.buffer(report), 1, &region);
  });
  frame.graph.exportBuffer(report, graph::kHostRead);
}

void SeenSort::prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) {
  DepthSort::prepare(frame, view, groups);
  push_.right = view.right;
  push_.up = view.up;
  push_.forward = view.forward;
  push_.focal = glm::abs(view.focal);
  push_.slack = {glm::length(glm::vec2(1.0F, push_.focal.x)), glm::length(glm::vec2(1.0F, push_.focal.y))};
}

SortFacts SeenSort::facts() const {
  vksort::PlanInfo info = planInfo();
  info.indirect = true;
  return factsOf(sorter_.get(), info);
}

uint32_t SeenSort::drawn(uint32_t frame) const {
  report_.invalidate();
  return report_.as<VkDrawIndirectCommand>()[frame].instanceCount;
}

OrderRule SeenSort::rule(uint32_t frame) const {
  OrderRule rule = DepthSort::rule(frame);
  rule.drawn = drawn(frame);
  return rule;
}

WholeSort::WholeSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info)
    : DepthSort(device, elements, info, depthOrdering()),
      depth_keys_(depthKeysOf(device, elements, info)),
      sorter_(sorterOf(info, elements.count(), depth_keys_)) {
  sorter_.requireUse(device, elements.count());
}

DepthSort::Declared WholeSort::declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) {
  graph::Graph& graph = frame.graph;
  const bool sorts = sorting == Sorting::on;
  const bool fused = depth_keys_ && sorts;
  Declared declared{elements, {}};
  Keyed keyed{createWords(graph, "keys"), elements.indices, {}};
  if (!fused) keyed = addKeys(graph, "depth keys", elements.positions, keyed.keys, keyed.indices);
  if (monitor() != nullptr) {
    const Keyed before = !fused ? keyed
                                : addKeys(graph, "expected keys", elements.positions,
                                          createWords(graph, "expected keys"), createWords(graph, "expected indices"));
    monitor()->declareBefore(frame, before.keys, before.indices, count());
  }
  declared.elements.indices = keyed.indices;
  if (sorts) {
    nodes::SortNode node = sortNode(keyed.keys, keyed.indices, sorter_);
    if (fused) {
      node.generator_reads = {&elements.positions, 1};
      node.generator_sets = depth_keys_->sets();
    }
    const nodes::Sorted sorted = nodes::addSort(graph, sorter_.get(), node);
    if (!fused) declared.timed.push_back(keyed.pass);
    declared.timed.push_back(sorted.pass);
    keyed.keys = sorted.keys;
    declared.elements.indices = sorted.payload;
  }
  if (monitor() != nullptr) monitor()->declareDrawn(frame, keyed.keys, declared.elements.indices, count());
  return declared;
}

void WholeSort::prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) {
  DepthSort::prepare(frame, view, groups);
  if (depth_keys_) depth_keys_->setRow(frame, view.forward);
}

SortFacts WholeSort::facts() const { return factsOf(sorter_.get(), planInfo()); }

}  // namespace particles
