#include "nodes/fit.h"

namespace nodes {
namespace {

using vksort::Count;
using vksort::Values;

const char* nameOf(Values values) {
  switch (values) {
    case Values::none:
      return "Values::none";
    case Values::split:
      return "Values::split";
    case Values::interleaved:
      return "Values::interleaved";
    default:
      return "Values::iota";
  }
}

const char* nameOf(Count count) {
  switch (count) {
    case Count::host:
      return "Count::host";
    case Count::device:
      return "Count::device";
    default:
      return "Count::lists";
  }
}

// Throws unless `given` is there exactly if it is `wanted`. `has` says what the Sorter has, or does not have.
void require(const std::string& pass, const char* member, bool wanted, bool given, const std::string& what,
             const std::string& has) {
  if (wanted == given) return;
  const std::string who = "pass '" + pass + "' ";
  const std::string why = ", since its Sorter has " + has;
  if (wanted) throw graph::Error(who + "needs SortNode::" + member + why);
  throw graph::Error(who + "was given " + what + " as SortNode::" + member + "; leave it empty" + why);
}

// Throws unless `buffer` has so many bytes from `offset` on. What it is no handle of is found later.
void requireRoom(const graph::Graph& graph, const std::string& pass, const char* member, graph::BufferHandle buffer,
                 VkDeviceSize offset, VkDeviceSize bytes) {
  if (buffer.index >= graph.resources().size()) return;
  const graph::Resource& resource = graph.resources()[buffer.index];
  const VkDeviceSize size = resource.buffer.size;
  if (resource.kind != graph::ResourceKind::buffer || (offset <= size && bytes <= size - offset)) return;
  throw graph::Error("pass '" + pass + "' needs " + std::to_string(bytes) + " bytes at SortNode::" + member + " " +
                     std::to_string(offset) + " of " + graph.describe(buffer.index) + ", which has " +
                     std::to_string(size));
}

}  // namespace

void requireFit(const graph::Graph& graph, const vksort::Sorter& sorter, const SortNode& node,
                const std::string& pass) {
  if (!sorter) throw graph::Error("pass '" + pass + "' was given a Sorter that was never created");
  const vksort::SorterConfiguration made = sorter.configuration();
  const auto requireBuffer = [&](const char* member, bool wanted, graph::BufferHandle handle, const char* has) {
    const bool known = handle.index < graph.resources().size();
    require(pass, member, wanted, handle != graph::BufferHandle{},
            known ? graph.describe(handle.index) : "a handle of no resource of this graph", has);
  };
  const auto requireSets = [&](const char* member, bool wanted, std::span<const VkDescriptorSet> sets,
                               const char* has) {
    require(pass, member, wanted, !sets.empty(), sets.size() == 1 ? "a set" : std::to_string(sets.size()) + " sets",
            has);
  };
  const bool split = made.values == Values::split || made.values == Values::iota;
  requireBuffer("values", split, node.values, nameOf(made.values));
  requireBuffer("device_count", made.count == Count::device, node.device_count, nameOf(made.count));
  requireBuffer("lists", made.count == Count::lists, node.lists, nameOf(made.count));
  constexpr VkDeviceSize kCountBytes = 4, kListBytes = 8;
  if (made.count == Count::device)
    requireRoom(graph, pass, "device_count_offset", node.device_count, node.device_count_offset, kCountBytes);
  if (made.count == Count::lists)
    requireRoom(graph, pass, "lists_offset", node.lists, node.lists_offset, kListBytes * node.list_count);
  const bool listed = made.count == Count::lists && node.largest != 0 && node.largest < node.count;
  const std::uint32_t most = listed ? node.largest : node.count;
  if (made.max_count != 0 && most > made.max_count) {
    throw graph::Error("pass '" + pass + "' sorts up to " + std::to_string(most) +
                       " elements as SortNode::" + (listed ? "largest" : "count") +
                       " says; its Sorter has SorterInfo::max_count " + std::to_string(made.max_count));
  }
  if (made.always_lends && node.in_place && sorter.scratchBytes(node.count) != 0) {
    throw graph::Error("pass '" + pass +
                       "' must not be SortNode::in_place, since its Sorter has SorterInfo::always_lends");
  }
  if (!made.hooked)
    for (const graph::BufferHandle read : node.hook_reads) requireBuffer("hook_reads", false, read, "no hook");
  const bool layout = sorter.descriptorSetLayout() != VK_NULL_HANDLE;
  requireSets("sets", layout, node.sets, layout ? "no push descriptors" : "push descriptors");
  requireSets("hook_sets", made.hook_set, node.hook_sets, made.hook_set ? "a Hook::set_layout" : "no Hook::set_layout");
}

}  // namespace nodes
