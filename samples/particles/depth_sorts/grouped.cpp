#include "depth_sorts/depth_sorts.h"

#include <algorithm>

#include "groups_keys_comp.spv.h"
#include "groups_words_comp.spv.h"
#include "nodes/sort.h"

namespace particles {
namespace {

constexpr VkBufferUsageFlags kSegments = kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
constexpr uint32_t kWordsOfGroup = 3;  // first, count, and the group

// What the frame before did last with the segments.
constexpr graph::Access kSegmentsBefore{vksort::kAfter.stages | VK_PIPELINE_STAGE_TRANSFER_BIT,
                                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};

SorterKind segmentedKind(Use use) {
  SorterKind kind;
  kind.use = use;
  kind.segmented = true;
  return kind;
}

vksort::Ordering wordOrdering() {
  vksort::Ordering ordering;
  ordering.key_type = vksort::KeyType::u64;
  ordering.payload = vksort::Payload::u32;
  ordering.payloads_ascend = true;
  return ordering;
}

Program groupProgram(const gpu::Device& device, const char* name, uint32_t buffers, uint32_t frames,
                     std::span<const uint32_t> code) {
  return Program::compute(device, {name, buffers, sizeof(groups::Push), frames}, code);
}

}  // namespace

GroupSort::GroupSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info)
    : DepthSort(device, elements, info, wordOrdering()),
      next_(elements.count(), info.traits.group),
      drawn_(next_),
      sorter_(*info.sorters, segmentedKind(info.use), std::min(info.traits.group, elements.count()), info.frames),
      keys_(groupProgram(device, "group keys", 4, info.frames, groups_keys_comp)),
      words_before_(groupProgram(device, "words before", 2, info.frames, groups_words_comp)),
      words_drawn_(groupProgram(device, "words drawn", 2, info.frames, groups_words_comp)),
      segments_(device, VkDeviceSize{next_.groups()} * kWordsOfGroup * sizeof(uint32_t), kSegments, gpu::Memory::device,
                "segments") {
  for (uint32_t i = 0; i < info.frames; ++i)
    uploads_.emplace_back(device, segments_.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, gpu::Memory::upload,
                          "next segments");
}

DepthSort::Declared GroupSort::declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) {
  Declared declared{elements, {}};
  Keyed keyed;
  graph::BufferHandle segments;
  if (sorting == Sorting::on) {
    segments = addSegments(frame);
    keyed = addGroupKeys(frame, elements, segments);
  } else {
    keyed = addKeys(frame.graph, "depth keys", elements.positions, createWords(frame.graph, "keys"), elements.indices);
  }
  declared.elements.indices = keyed.indices;
  if (monitor() != nullptr)
    monitor()->declareBefore(frame, addWords(frame, words_before_, keyed.keys, sorting), keyed.indices, count());
  if (sorting == Sorting::on) {
    nodes::SortNode node = sortNode(keyed.keys, keyed.indices, sorter_);
    node.segments = segments;
    node.segment_count = next_.groups();
    node.max_segment = std::min(next_.size(), count());
    const nodes::Sorted sorted = nodes::addSort(frame.graph, sorter_.get(), node);
    declared.timed = {keyed.pass, sorted.pass};
    keyed.keys = sorted.keys;
    declared.elements.indices = sorted.payload;
  }
  if (monitor() != nullptr)
    monitor()->declareDrawn(frame, addWords(frame, words_drawn_, keyed.keys, sorting), declared.elements.indices,
                            count());
  return declared;
}

graph::BufferHandle GroupSort::addSegments(Declaration& frame) {
  graph::BufferHandle segments = frame.import("segments", segments_, kSegments, kSegmentsBefore);
  graph::PassBuilder pass = frame.graph.addPass("place groups", graph::PassKind::transfer);
  segments = pass.write(segments, graph::kTransferWrite);
  pass.execute([this, segments](const graph::PassContext& context) {
    drawn_ = next_;
    const VkBuffer from = uploads_[context.frame()].handle();
    const VkBufferCopy all{0, 0, segments_.size()};
    context.device().vk.vkCmdCopyBuffer(context.cmd(), from, context.buffer(segments), 1, &all);
  });
  return segments;
}

DepthSort::Keyed GroupSort::addGroupKeys(Declaration& frame, const Elements::Handles& elements,
                                         graph::BufferHandle segments) {
  graph::PassBuilder pass = frame.graph.addPass("group keys", graph::PassKind::compute);
  pass.read(elements.positions, graph::kComputeRead);
  pass.read(segments, graph::kComputeRead);
  const graph::BufferHandle keys = pass.write(createWords(frame.graph, "keys"), graph::kComputeWrite);
  const graph::BufferHandle indices = pass.write(elements.indices, graph::kComputeWrite);
  pass.execute([this, positions = elements.positions, segments, keys, indices](const graph::PassContext& context) {
    keys_.use(context,
              {context.buffer(positions), context.buffer(segments), context.buffer(keys), context.buffer(indices)},
              push(true));
    dispatchOver(context, count());
  });
  return {keys, indices, pass.handle()};
}

graph::BufferHandle GroupSort::addWords(Declaration& frame, const Program& words, graph::BufferHandle keys,
                                        Sorting sorting) {
  graph::PassBuilder pass = frame.graph.addPass("words of groups", graph::PassKind::compute);
  pass.read(keys, graph::kComputeRead);
  const graph::BufferHandle made = pass.write(createWords(frame.graph, "words of groups", 2), graph::kComputeWrite);
  const bool arranged = sorting != Sorting::off;
  pass.execute([this, &words, keys, made, arranged](const graph::PassContext& context) {
    words.use(context, {context.buffer(keys), context.buffer(made)}, push(arranged));
    dispatchOver(context, count());
  });
  return made;
}

groups::Push GroupSort::push(bool arranged) const {
  return {depthRow(), count(), drawn_.groups(), drawn_.size(), drawn_.lastPlace(), arranged ? 1U : 0U};
}

void GroupSort::prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) {
  DepthSort::prepare(frame, view, groups);
  next_.arrange(groups, view.forward);
  const std::span<uint32_t> words = uploads_[frame].as<uint32_t>();
  const uint32_t all = next_.groups();
  for (uint32_t place = 0; place < all; ++place) {
    const uint32_t group = next_.order()[place];
    words[2 * place] = next_.begin(place);
    words[2 * place + 1] = next_.countOf(group);
    words[2 * all + place] = group;
  }
  uploads_[frame].flush();
}

SortFacts GroupSort::facts() const {
  vksort::PlanInfo info = planInfo();
  info.segment_count = next_.groups();
  info.max_segment = std::min(next_.size(), count());
  return factsOf(sorter_.get(), info);
}

OrderRule GroupSort::rule(uint32_t frame) const {
  OrderRule rule = DepthSort::rule(frame);
  rule.groups = drawn_;
  return rule;
}

}  // namespace particles
