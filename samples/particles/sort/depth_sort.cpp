#include "sort/depth_sort.h"

#include <string_view>

#include "cull_count.spv.h"
#include "cull_place.spv.h"
#include "cull_write.spv.h"
#include "gpu/error.h"
#include "group_words.spv.h"
#include "keys_comp.spv.h"
#include "vksort_expert.h"

namespace particles {
namespace {

constexpr VkDeviceSize kCommand = sizeof(VkDrawIndirectCommand);
constexpr VkBufferUsageFlags kTo = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
constexpr VkBufferUsageFlags kArguments =
    kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
constexpr uint32_t kWordsOfGroup = 3;  // first, count, and the group

vksort::Ordering orderingOf(const SceneTraits& traits) {
  vksort::Ordering ordering;
  ordering.key_type = traits.group != 0 ? vksort::KeyType::u64 : vksort::KeyType::f32;
  ordering.order = traits.group != 0 ? vksort::Order::ascending : vksort::Order::descending;
  ordering.payload = vksort::Payload::u32;
  ordering.payloads_ascend = true;
  return ordering;
}

}  // namespace

DepthSort::DepthSort(Sorters& sorters, const Elements& elements, const SceneTraits& traits, Use use, bool verify)
    : traits_(traits), count_(elements.count()) {
  const gpu::Device& device = sorters.device();
  const bool index = !traits.culled && !grouped();
  const auto payload = index ? vksort::Payload::index : vksort::Payload::u32;
  sorter_ = sorters.sorter(use, payload, grouped(), grouped() ? std::min(traits.group, count_) : count_);
  if (use == Use::radix && sorter_->scratchBytes(count_) == 0)
    throw gpu::Error("--use radix: " + std::to_string(count_) +
                     " elements with these keys are not sorted by radix on " + device.properties().core.deviceName);
  if (const VkDescriptorSetLayout layout = sorter_->descriptorSetLayout(); layout != VK_NULL_HANDLE) {
    pool_ = gpu::DescriptorPool(device, kFramesInFlight, kFramesInFlight * vksort::kDescriptorsPerSet);
    for (uint32_t i = 0; i < kFramesInFlight; ++i) sets_.push_back(pool_.allocate(layout));
  }
  if (verify) monitor_.emplace(sorters, orderingOf(traits));
  if (traits.culled) {
    count_seen_ = Program(device, {"count seen", 2, sizeof cull_}, cull_count);
    place_seen_ = Program(device, {"place seen", 2, sizeof cull_}, cull_place);
    write_seen_ = Program(device, {"write seen", 4, sizeof cull_}, cull_write);
    arguments_ = gpu::Buffer(device, kCommand, kArguments, gpu::Memory::device, "draw arguments");
    report_ = gpu::Buffer(device, kCommand * kFramesInFlight, kTo, gpu::Memory::readback, "seen");
    cull_.count = count_;
    cull_.blocks = (count_ + PARTICLES_CULL_BLOCK - 1) / PARTICLES_CULL_BLOCK;
    cull_.vertices = traits.vertices;
    return;
  }
  keys_ = Program(device, {"depth keys", 4, sizeof(KeysPush)}, keys_comp);
  if (!grouped()) return;
  words_before_ = Program(device, {"words before", 2, sizeof(KeysPush)}, group_words);
  words_drawn_ = Program(device, {"words drawn", 2, sizeof(KeysPush)}, group_words);
  next_ = drawn_ = GroupPlaces(count_, traits.group);
  const VkDeviceSize bytes = VkDeviceSize{next_.groups()} * kWordsOfGroup * sizeof(uint32_t);
  segments_ = gpu::Buffer(device, bytes, kStorage | kTo, gpu::Memory::device, "segments");
  for (uint32_t i = 0; i < kFramesInFlight; ++i)
    uploads_.emplace_back(device, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, gpu::Memory::upload, "next segments");
}

DepthSort::Declared DepthSort::declare(Declaration& frame, Elements::Handles elements, bool sorts) {
  Declared declared{elements, {}};
  graph::BufferHandle keys = traits_.culled ? addCull(frame, declared) : addKeys(frame, declared, sorts);
  if (monitor_)
    monitor_->declareBefore(frame, grouped() ? addWords(frame, words_before_, keys, sorts) : keys,
                            declared.elements.indices, count_);
  if (sorts)
    addSort(frame, declared, keys);
  else
    declared.timed.clear();
  if (monitor_)
    monitor_->declareDrawn(frame, grouped() ? addWords(frame, words_drawn_, keys, sorts) : keys,
                           declared.elements.indices, count_);
  if (traits_.culled) addReport(frame, declared.elements.arguments);
  return declared;
}

void DepthSort::addSort(Declaration& frame, Declared& declared, graph::BufferHandle& keys) {
  nodes::SortNode node;
  node.keys = keys;
  node.payload = declared.elements.indices;
  node.count = count_;
  node.key_type = vksort::KeyType::f32;
  node.order = vksort::Order::descending;
  node.sets = sets_;
  if (traits_.culled) {
    node.count_buffer = declared.elements.arguments;
    node.count_offset = offsetof(VkDrawIndirectCommand, instanceCount);
  }
  if (grouped()) {
    node.segments = segments_handle_;
    node.segment_count = next_.groups();
    node.max_segment = std::min(next_.size(), count_);
  }
  const nodes::Sorted sorted = nodes::addSort(frame.graph, *sorter_, node);
  declared.timed.push_back(sorted.pass);
  keys = sorted.keys;
  declared.elements.indices = sorted.payload;
}

graph::BufferHandle DepthSort::addKeys(Declaration& frame, Declared& declared, bool sorts) {
  const graph::BufferHandle positions = declared.elements.positions;
  const bool arranged = grouped() && sorts;
  const graph::BufferHandle segments = segments_handle_ = arranged ? addSegments(frame) : positions;
  graph::PassBuilder pass = frame.graph.addPass("depth keys", graph::PassKind::compute);
  pass.read(positions, graph::kComputeRead);
  if (arranged) pass.read(segments, graph::kComputeRead);
  const graph::BufferHandle keys = pass.write(createWords(frame.graph, "keys"), graph::kComputeWrite);
  const graph::BufferHandle indices = pass.write(declared.elements.indices, graph::kComputeWrite);
  pass.execute([this, positions, segments, keys, indices, arranged](const graph::PassContext& context) {
    KeysPush with = push(arranged);
    if (!arranged) with.groups = 0;
    keys_.use(context,
              {context.buffer(positions), context.buffer(keys), context.buffer(indices), context.buffer(segments)},
              with);
    dispatchOver(context, count_);
  });
  declared.elements.indices = indices;
  declared.timed.push_back(pass.handle());
  return keys;
}

graph::BufferHandle DepthSort::addCull(Declaration& frame, Declared& declared) {
  graph::Graph& graph = frame.graph;
  Elements::Handles& elements = declared.elements;
  elements.arguments = frame.import("draw arguments", arguments_, kArguments);
  graph::BufferHandle starts =
      graph.createBuffer("starts", {(VkDeviceSize{cull_.blocks} + 1) * sizeof(uint32_t), kStorage});
  const graph::BufferHandle positions = elements.positions;
  graph::PassBuilder counting = graph.addPass("count seen", graph::PassKind::compute);
  counting.read(positions, graph::kComputeRead);
  starts = counting.write(starts, graph::kComputeWrite);
  counting.execute([this, positions, counts = starts](const graph::PassContext& context) {
    count_seen_.use(context, {context.buffer(positions), context.buffer(counts)}, cull_);
    context.device().vk.vkCmdDispatch(context.cmd(), cull_.blocks, 1, 1);
  });

  graph::PassBuilder placing = graph.addPass("place seen", graph::PassKind::compute);
  starts = placing.readWrite(starts, graph::kComputeReadWrite);
  elements.arguments = placing.write(elements.arguments, graph::kComputeWrite);
  placing.execute([this, starts, arguments = elements.arguments](const graph::PassContext& context) {
    place_seen_.use(context, {context.buffer(starts), context.buffer(arguments)}, cull_);
    context.device().vk.vkCmdDispatch(context.cmd(), 1, 1, 1);
  });

  graph::PassBuilder writing = graph.addPass("write seen", graph::PassKind::compute);
  writing.read(positions, graph::kComputeRead);
  writing.read(starts, graph::kComputeRead);
  const graph::BufferHandle keys = writing.write(createWords(graph, "keys"), graph::kComputeWrite);
  elements.indices = writing.write(elements.indices, graph::kComputeWrite);
  declared.timed.push_back(writing.handle());
  writing.execute([this, positions, starts, keys, indices = elements.indices](const graph::PassContext& context) {
    write_seen_.use(context,
                    {context.buffer(positions), context.buffer(starts), context.buffer(keys), context.buffer(indices)},
                    cull_);
    context.device().vk.vkCmdDispatch(context.cmd(), cull_.blocks, 1, 1);
  });
  return keys;
}

void DepthSort::addReport(Declaration& frame, graph::BufferHandle arguments) {
  graph::BufferHandle report = frame.import("seen", report_, kTo, graph::kTransferWrite);
  graph::PassBuilder pass = frame.graph.addPass("report seen", graph::PassKind::transfer);
  pass.read(arguments, graph::kTransferRead);
  report = pass.readWrite(report, graph::kTransferWrite);  // the other frames' stay
  pass.execute([arguments, report](const graph::PassContext& context) {
    const VkBufferCopy region{0, context.frame() * kCommand, kCommand};
    context.device().vk.vkCmdCopyBuffer(context.cmd(), context.buffer(arguments), context.buffer(report), 1, &region);
  });
  frame.graph.exportBuffer(report, graph::kHostRead);
}

// Brings the segments of the frame to the device.
graph::BufferHandle DepthSort::addSegments(Declaration& frame) {
  graph::BufferHandle segments = frame.import("segments", segments_, kStorage | kTo);
  graph::PassBuilder pass = frame.graph.addPass("place groups", graph::PassKind::transfer);
  segments = pass.write(segments, graph::kTransferWrite);
  pass.execute([this, segments](const graph::PassContext& context) {
    drawn_ = next_;
    const VkBufferCopy all{0, 0, segments_.size()};
    context.device().vk.vkCmdCopyBuffer(context.cmd(), uploads_[context.frame()].handle(), context.buffer(segments), 1,
                                        &all);
  });
  return segments;
}

graph::BufferHandle DepthSort::addWords(Declaration& frame, const Program& words, graph::BufferHandle keys,
                                        bool arranged) {
  graph::PassBuilder pass = frame.graph.addPass("words of groups", graph::PassKind::compute);
  pass.read(keys, graph::kComputeRead);
  const graph::BufferHandle made = pass.write(createWords(frame.graph, "words of groups", 2), graph::kComputeWrite);
  pass.execute([this, &words, keys, made, arranged](const graph::PassContext& context) {
    words.use(context, {context.buffer(keys), context.buffer(made)}, push(arranged));
    dispatchOver(context, count_);
  });
  return made;
}

graph::BufferHandle DepthSort::createWords(graph::Graph& graph, const char* name, uint32_t each) const {
  return graph.createBuffer(name, {VkDeviceSize{count_} * each * sizeof(uint32_t), kStorage});
}

KeysPush DepthSort::push(bool arranged) const {
  if (!grouped()) return {depth_row_, count_, 0, 0, 0};
  return {depth_row_, count_, drawn_.groups(), drawn_.size(), arranged ? drawn_.lastPlace() : drawn_.groups() - 1};
}

void DepthSort::prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) {
  depth_row_ = view.forward;
  cull_.right = view.right;
  cull_.up = view.up;
  cull_.forward = view.forward;
  cull_.focal = glm::abs(view.focal);
  cull_.slack = {glm::length(glm::vec2(1.0F, cull_.focal.x)), glm::length(glm::vec2(1.0F, cull_.focal.y))};
  if (!grouped()) return;
  next_.arrange(groups, view.forward);
  const std::span<uint32_t> words = uploads_[frame].as<uint32_t>();
  for (uint32_t place = 0; place < next_.groups(); ++place) {
    const uint32_t group = next_.order()[place];
    words[2 * place] = next_.begin(place);
    words[2 * place + 1] = next_.countOf(group);
    words[2 * next_.groups() + place] = group;
  }
  uploads_[frame].flush();
}

SortFacts DepthSort::facts() const {
  vksort::PlanInfo info;
  info.count = count_;
  info.key_type = vksort::KeyType::f32;
  info.indirect = traits_.culled;
  if (grouped()) {
    info.segment_count = next_.groups();
    info.max_segment = std::min(next_.size(), count_);
  }
  info.scratch = !grouped() && sorter_->scratchBytes(count_) != 0;
  std::vector<vksort::PassPlan> passes(plan(*sorter_, info));
  if (passes.empty()) return {};
  (void)plan(*sorter_, info, passes.data(), static_cast<uint32_t>(passes.size()));
  SortFacts facts{"bitonic", static_cast<uint32_t>(passes.size()), {}};
  uint64_t bytes = 0;
  for (const vksort::PassPlan& pass : passes) {
    bytes += pass.bytes_read + pass.bytes_written;
    for (const char* name : {"radix", "rank"})
      if (std::string_view(pass.name).starts_with(name)) facts.used = name;
  }
  if (!grouped() && !info.indirect) facts.bytes_moved = bytes;
  return facts;
}

uint32_t DepthSort::drawn(uint32_t frame) const {
  if (!traits_.culled) return count_;
  report_.invalidate();
  return report_.as<VkDrawIndirectCommand>()[frame].instanceCount;
}

OrderRule DepthSort::rule(uint32_t frame) const {
  OrderRule rule{depth_row_, {}, drawn_};
  if (traits_.culled) rule.drawn = drawn(frame);
  if (!grouped()) rule.groups = {};
  return rule;
}

std::optional<Verdict> DepthSort::verdict(uint32_t frame) const {
  if (!monitor_) return std::nullopt;
  return monitor_->read(frame);
}

}  // namespace particles
