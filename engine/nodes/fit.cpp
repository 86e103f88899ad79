#include "nodes/fit.h"

namespace nodes {
namespace {

using vksort::Payload;

const char* nameOf(Payload payload) {
  switch (payload) {
    case Payload::none:
      return "Payload::none";
    case Payload::u32:
      return "Payload::u32";
    case Payload::interleaved:
      return "Payload::interleaved";
    default:
      return "Payload::index";
  }
}

// The checks of one node.
struct Fit {
  const graph::Graph& graph;
  const vksort::Sorter& sorter;
  const SortNode& node;
  const std::string& pass;
  vksort::SorterConfiguration made = getConfiguration(sorter);
  NodeMode mode = modeOf(node);

  [[noreturn]] void refuse(const std::string& why) const { throw graph::Error("pass '" + pass + "' " + why); }

  // A member must be given exactly if it is wanted. `given`: what it is; empty: nothing.
  void require(const char* member, bool wanted, const std::string& given, const std::string& has) const {
    if (wanted == !given.empty()) return;
    const std::string why = ", since its Sorter has " + has;
    if (wanted) refuse(std::string("needs SortNode::") + member + why);
    refuse("was given " + given + " as SortNode::" + member + "; leave it empty" + why);
  }

  std::string describe(graph::BufferHandle handle) const {
    if (handle == graph::BufferHandle{}) return "";
    const bool known = handle.index < graph.resources().size();
    return known ? graph.describe(handle.index) : "a handle of no resource of this graph";
  }

  static std::string describe(std::span<const VkDescriptorSet> sets) {
    if (sets.empty()) return "";
    return sets.size() == 1 ? "a set" : std::to_string(sets.size()) + " sets";
  }

  // `buffer` must have `bytes` from `offset` on. A handle of no buffer is found later.
  void requireRoom(const char* member, graph::BufferHandle buffer, VkDeviceSize offset, VkDeviceSize bytes) const {
    if (!graph.has(buffer.index, graph::ResourceKind::buffer)) return;
    const VkDeviceSize size = graph.resources()[buffer.index].buffer.size;
    if (offset <= size && bytes <= size - offset) return;
    refuse("needs " + std::to_string(bytes) + " bytes at SortNode::" + member + " " + std::to_string(offset) + " of " +
           graph.describe(buffer.index) + ", which has " + std::to_string(size));
  }

  void checkBuffers() const {
    if (node.keys == graph::BufferHandle{} && !isIndexOnly(made, node)) {
      refuse("needs SortNode::keys; only a key generator with a payload and scratch memory does without");
    }
    const bool split = made.payload == Payload::u32 || made.payload == Payload::index;
    require("payload", split, describe(node.payload), nameOf(made.payload));
    if (made.generates_keys) return;
    for (const graph::BufferHandle read : node.generator_reads) {
      require("generator_reads", false, describe(read), "no key generator");
    }
  }

  void checkSets() const {
    const bool layout = sorter.descriptorSetLayout() != VK_NULL_HANDLE;
    require("sets", layout, describe(node.sets), layout ? "no push descriptors" : "push descriptors");
    require("generator_sets", made.generator_set, describe(node.generator_sets),
            made.generator_set ? "a KeyGenerator::set_layout" : "no KeyGenerator::set_layout");
  }

  void checkMode() const {
    constexpr VkDeviceSize kCountBytes = 4, kSegmentBytes = 8;
    if (mode == NodeMode::indirect) requireRoom("count_offset", node.count_buffer, node.count_offset, kCountBytes);
    if (mode != NodeMode::segments) return;
    if (node.count_buffer != graph::BufferHandle{}) refuse("has both SortNode::segments and SortNode::count_buffer");
    requireRoom("segments_offset", node.segments, node.segments_offset, kSegmentBytes * node.segment_count);
    if (made.scratch == vksort::Scratch::required) {
      refuse("must not have SortNode::segments, since its Sorter has Scratch::required");
    }
  }

  void checkCount() const {
    const bool limited = mode == NodeMode::segments && node.max_segment != 0 && node.max_segment < node.count;
    const std::uint32_t most = limited ? node.max_segment : node.count;
    const std::string sorts =
        "sorts up to " + std::to_string(most) + " elements by SortNode::" + (limited ? "max_segment" : "count");
    const vksort::MaxCounts max = maxCounts(sorter);
    const std::uint32_t allowed = mode == NodeMode::segments ? max.segment : max.with_scratch;
    if (most > allowed) refuse(sorts + "; its Sorter sorts up to " + std::to_string(allowed));
  }

  void checkScratch() const {
    if (!node.in_place || mode == NodeMode::segments || node.count <= maxCounts(sorter).in_place) return;
    refuse("must not be SortNode::in_place, since its Sorter needs scratch memory for " + std::to_string(node.count) +
           " elements");
  }
};

}  // namespace

NodeMode modeOf(const SortNode& node) {
  if (node.segments != graph::BufferHandle{}) return NodeMode::segments;
  return node.count_buffer != graph::BufferHandle{} ? NodeMode::indirect : NodeMode::whole;
}

bool isIndexOnly(const vksort::SorterConfiguration& made, const SortNode& node) {
  const bool can = made.generates_keys && made.payload != Payload::none && !node.in_place;
  return node.keys == graph::BufferHandle{} && can;
}

void requireFit(const graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node,
                const std::string& pass) {
  if (!sorter) throw graph::Error("pass '" + pass + "' was given a Sorter that was never created");
  const Fit fit{graph, sorter, node, pass};
  fit.checkBuffers();
  fit.checkMode();
  fit.checkCount();
  fit.checkScratch();
  fit.checkSets();
}

VkDescriptorSet setOf(std::span<const VkDescriptorSet> sets, std::uint32_t frame, const std::string& pass,
                      const char* member) {
  if (sets.empty()) return VK_NULL_HANDLE;
  if (frame < sets.size()) return sets[frame];
  throw graph::Error("pass '" + pass + "' records frame " + std::to_string(frame) + ", but " + member + " has " +
                     std::to_string(sets.size()) + "; it must hold a set for each frame");
}

void requireOk(const vksort::RecordStatus& status, const std::string& pass) {
  if (status.ok()) return;
  const VkDeviceSize number = status.needed != 0 ? status.needed : status.allowed;
  const std::string here = number != 0 ? ", here " + std::to_string(number) : "";
  throw graph::Error("pass '" + pass + "': " + vksort::describe(status) + here);
}

}  // namespace nodes
