// A node and its Sorter cannot disagree: what one lacks or has too much of is refused by name.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "graph/execute.h"
#include "graph/graphs.h"
#include "index_hook.h"
#include "sorters.h"
#include "source_hook.h"
#include "support/devices.h"
#include "support/skip.h"

using namespace graph;
using test::anyDevice;
using test::errorOf;
using test::NodeSorter;
using test::Wish;
using vksort::Count;
using vksort::Values;

namespace {

// What a node of keys alone is missing or has too much of, once change() is through with it; empty if it fits.
template <typename Change>
std::string complaintOf(const NodeSorter& sorter, Change change) {
  Graph graph;
  nodes::SortNode node{graph.importBuffer("keys", test::kWords), {}, 64, sorter.sets};
  change(node, graph);
  const std::string error = errorOf([&] { (void)nodes::addSort(graph, sorter.sorter, node, "depths"); });
  CHECK(graph.passes().size() == (error.empty() ? 1 : 0));  // refused, it leaves the graph as it was
  return error;
}

template <typename Change>
std::string complaintAbout(const Wish& wish, Change change) {
  return complaintOf(test::makeSorterToPlan(anyDevice(), wish), change);
}

void asItIs(nodes::SortNode&, Graph&) {}
void withValues(nodes::SortNode& node, Graph& graph) { node.values = graph.importBuffer("indices", test::kWords); }
void withCount(nodes::SortNode& node, Graph& graph) { node.device_count = graph.importBuffer("found", test::kWords); }
void withLists(nodes::SortNode& node, Graph& graph) { node.lists = graph.importBuffer("table", test::kWords); }

}  // namespace

TEST_CASE("a_sorter_tells_what_it_was_made_for") {
  const vksort::SorterConfiguration empty = vksort::Sorter().configuration();
  CHECK(empty.values == Values::none);
  CHECK(empty.count == Count::host);
  CHECK_FALSE((empty.coherent || empty.hooked || empty.hook_set));
  const auto made = [](const Wish& wish) { return test::makeSorterToPlan(anyDevice(), wish).sorter.configuration(); };
  for (const Values values : {Values::none, Values::split, Values::interleaved, Values::iota})
    CHECK(made({.values = values}).values == values);
  for (const Count count : {Count::host, Count::device, Count::lists}) CHECK(made({.count = count}).count == count);
  CHECK(made({.coherent = true}).coherent);
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(anyDevice(), 1);
  for (const vksort::Hook& hook : {vksort::Hook{index_hook}, vksort::Hook{source_hook, layout.get()}}) {
    CHECK(made({.hook = &hook}).hooked);
    CHECK(made({.hook = &hook}).hook_set == (hook.set_layout != VK_NULL_HANDLE));
  }
  CHECK(made({.always_lends = true}).always_lends);
  CHECK_FALSE((made({}).always_lends || made({}).coherent || made({}).hooked || made({}).hook_set));
}

TEST_CASE("a_sorter_that_was_never_created_is_refused") {
  CHECK(complaintOf(NodeSorter{}, asItIs) == "pass 'depths' was given a Sorter that was never created");
}

TEST_CASE("a_node_that_fits_its_sorter_is_taken") {
  CHECK(complaintAbout({}, asItIs) == "");
  CHECK(complaintAbout({.values = Values::split}, withValues) == "");
  CHECK(complaintAbout({.values = Values::iota}, withValues) == "");
  CHECK(complaintAbout({.values = Values::interleaved}, asItIs) == "");
  CHECK(complaintAbout({.count = Count::device}, withCount) == "");
  CHECK(complaintAbout({.count = Count::lists}, withLists) == "");
  CHECK(complaintAbout({.coherent = true}, asItIs) == "");
}

TEST_CASE("a_buffer_that_the_sorter_needs_is_asked_for_by_name") {
  CHECK(complaintAbout({.values = Values::split}, asItIs) ==
        "pass 'depths' needs SortNode::values, since its Sorter has Values::split");
  CHECK(complaintAbout({.values = Values::iota}, asItIs) ==
        "pass 'depths' needs SortNode::values, since its Sorter has Values::iota");
  CHECK(complaintAbout({.count = Count::device}, asItIs) ==
        "pass 'depths' needs SortNode::device_count, since its Sorter has Count::device");
  CHECK(complaintAbout({.count = Count::lists}, asItIs) ==
        "pass 'depths' needs SortNode::lists, since its Sorter has Count::lists");
}

TEST_CASE("a_buffer_that_the_sorter_has_no_use_for_is_named") {
  CHECK(complaintAbout({}, withValues) ==
        "pass 'depths' was given buffer 'indices' as SortNode::values; leave it empty, since its Sorter has "
        "Values::none");
  CHECK(complaintAbout({.values = Values::interleaved}, withValues).ends_with("has Values::interleaved"));
  CHECK(complaintAbout({}, withCount) ==
        "pass 'depths' was given buffer 'found' as SortNode::device_count; leave it empty, since its Sorter has "
        "Count::host");
  CHECK(complaintAbout({.count = Count::device},
                       [](nodes::SortNode& node, Graph& graph) {
                         withCount(node, graph);
                         withLists(node, graph);
                       }) ==
        "pass 'depths' was given buffer 'table' as SortNode::lists; leave it empty, since its Sorter has "
        "Count::device");
  CHECK(complaintAbout({}, withLists) ==
        "pass 'depths' was given buffer 'table' as SortNode::lists; leave it empty, since its Sorter has Count::host");
  CHECK(complaintAbout({}, [](nodes::SortNode& node, Graph&) {
          node.values = {7, 0};
        }).starts_with("pass 'depths' was given a handle of no resource of this graph as SortNode::values"));
}

TEST_CASE("what_only_a_hook_reads_is_refused_without_one") {
  BufferHandle read;
  const auto reading = [&](nodes::SortNode& node, Graph& graph) {
    read = graph.importBuffer("camera", test::kWords);
    node.hook_reads = {&read, 1};
  };
  CHECK(complaintAbout({}, reading) ==
        "pass 'depths' was given buffer 'camera' as SortNode::hook_reads; leave it empty, since its Sorter has no "
        "hook");
  const vksort::Hook hook{index_hook};
  CHECK(complaintAbout({.hook = &hook}, reading) == "");
}

TEST_CASE("sets_are_asked_for_where_the_sorter_has_a_layout_and_refused_elsewhere") {
  const VkDescriptorSet set = VK_NULL_HANDLE;  // only counted
  const auto withoutSets = [](nodes::SortNode& node, Graph&) { node.sets = {}; };
  const auto withSet = [&](nodes::SortNode& node, Graph&) { node.sets = {&set, 1}; };
  const auto withHookSet = [&](nodes::SortNode& node, Graph&) { node.hook_sets = {&set, 1}; };
  CHECK(complaintAbout({}, withoutSets) ==
        "pass 'depths' needs SortNode::sets, since its Sorter has no push descriptors");
  if (anyDevice().enabled().push_descriptor)
    CHECK(complaintAbout({.features = vksort::kPushDescriptor}, withSet) ==
          "pass 'depths' was given a set as SortNode::sets; leave it empty, since its Sorter has push descriptors");
  CHECK(complaintAbout({}, withHookSet) ==
        "pass 'depths' was given a set as SortNode::hook_sets; leave it empty, since its Sorter has no "
        "Hook::set_layout");
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(anyDevice(), 1);
  const vksort::Hook hook{source_hook, layout.get()};
  CHECK(complaintAbout({.hook = &hook}, asItIs) ==
        "pass 'depths' needs SortNode::hook_sets, since its Sorter has a Hook::set_layout");
  CHECK(complaintAbout({.hook = &hook}, withHookSet) == "");
}

TEST_CASE("more_elements_than_the_sorter_was_made_for_are_refused") {
  CHECK(complaintAbout({.max_count = 64}, asItIs) == "");
  const std::string many =
      "pass 'depths' sorts up to 64 elements as SortNode::count says; its Sorter has SorterInfo::max_count 63";
  CHECK(complaintAbout({.max_count = 63}, asItIs) == many);
  CHECK(complaintAbout({.count = Count::device, .max_count = 63}, withCount) == many);
  CHECK(complaintAbout({.count = Count::device, .max_count = 64}, withCount) == "");
  const auto listsOf = [](uint32_t largest) {
    return [=](nodes::SortNode& node, Graph& graph) {
      withLists(node, graph);
      node.largest = largest;
    };
  };
  CHECK(complaintAbout({.count = Count::lists, .max_count = 10}, listsOf(10)) == "");
  CHECK(complaintAbout({.count = Count::lists, .max_count = 10}, listsOf(11)) ==
        "pass 'depths' sorts up to 11 elements as SortNode::largest says; its Sorter has SorterInfo::max_count 10");
  CHECK(complaintAbout({.count = Count::lists, .max_count = 63}, listsOf(0)).ends_with("has SorterInfo::max_count 63"));
  CHECK(complaintAbout({.count = Count::lists, .max_count = 64}, listsOf(100)) == "");
}

TEST_CASE("a_node_that_lends_nothing_to_a_sorter_whose_sorts_are_always_lent_memory_is_refused") {
  const auto inPlace = [](nodes::SortNode& node, Graph&) { node.in_place = true; };
  const Wish radix{.features = vksort::kFullSubgroups, .algorithm = vksort::Algorithm::radix, .always_lends = true};
  if (test::makeSorterToPlan(anyDevice(), radix).sorter.scratchBytes(64) == 0)
    return test::skip("the device has no radix sort");
  CHECK(complaintAbout(radix, asItIs) == "");
  CHECK(complaintAbout(radix, inPlace) ==
        "pass 'depths' must not be SortNode::in_place, since its Sorter has SorterInfo::always_lends");
  CHECK(complaintAbout({.always_lends = true}, inPlace) == "");  // it takes no memory
}

TEST_CASE("a_count_or_lists_that_end_past_their_buffer_are_refused") {
  const VkDeviceSize size = test::kWords.size;
  const auto countAt = [](VkDeviceSize offset) {
    return complaintAbout({.count = Count::device}, [=](nodes::SortNode& node, Graph& graph) {
      withCount(node, graph);
      node.device_count_offset = offset;
    });
  };
  CHECK(countAt(size - 4) == "");
  CHECK(countAt(size) ==
        "pass 'depths' needs 4 bytes at SortNode::device_count_offset 256 of buffer 'found', which has 256");
  for (const VkDeviceSize offset : {size - 3, size + 4, ~VkDeviceSize{0}, ~VkDeviceSize{0} - 3})
    CHECK(countAt(offset).starts_with("pass 'depths' needs 4 bytes at SortNode::device_count_offset"));
  const auto listsAt = [](VkDeviceSize offset, uint32_t count) {
    return complaintAbout({.count = Count::lists}, [=](nodes::SortNode& node, Graph& graph) {
      withLists(node, graph);
      node.lists_offset = offset;
      node.list_count = count;
    });
  };
  CHECK(listsAt(8, static_cast<uint32_t>(size / 8 - 1)) == "");
  CHECK(listsAt(8, static_cast<uint32_t>(size / 8)) ==
        "pass 'depths' needs 256 bytes at SortNode::lists_offset 8 of buffer 'table', which has 256");
  CHECK(listsAt(size + 4, 0) != "");
  CHECK(listsAt(0, 0x20000001u) != "");  // 8 bytes of 32 bits
}

TEST_CASE("a_sort_whose_handles_are_refused_leaves_the_graph_as_it_was") {
  const NodeSorter sorter = test::makeSorterToPlan(anyDevice(), {.values = Values::split, .count = Count::device});
  for (BufferHandle nodes::SortNode::*member :
       {&nodes::SortNode::keys, &nodes::SortNode::values, &nodes::SortNode::device_count}) {
    Graph graph;
    const BufferHandle stale = graph.importBuffer("moved", test::kWords);
    const BufferHandle moved = test::addPass(graph, "move").readWrite(stale, kComputeReadWrite);
    nodes::SortNode node{graph.importBuffer("keys", test::kWords), {}, 64, sorter.sets};
    withValues(node, graph);
    withCount(node, graph);
    const std::size_t resources = graph.resources().size();
    node.*member = stale;
    CHECK(errorOf([&] {
            (void)nodes::addSort(graph, sorter.sorter, node, "depths");
          }).starts_with("pass 'depths' uses version 0 of buffer 'moved', but pass 'move' wrote version 1"));
    CHECK(graph.passes().size() == 1);
    CHECK(graph.resources().size() == resources);
    node.*member = moved;  // all others are what they were
    CHECK(errorOf([&] { graph.exportBuffer(nodes::addSort(graph, sorter.sorter, node).keys, kHostRead); }) == "");
    CHECK(errorOf([&] { (void)test::compile(graph); }) == "");
  }
}

TEST_CASE("a_frame_without_a_set_is_named_when_it_is_recorded") {
  const gpu::Device& device = anyDevice();
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(device, 1);
  const vksort::Hook hook{source_hook, layout.get()};
  const VkDescriptorSet hook_set = VK_NULL_HANDLE;  // only counted
  for (const bool hooked : {false, true}) {         // one set of the two kinds is missing
    const NodeSorter sorter = test::makeSorter(device, {.hook = hooked ? &hook : nullptr}, hooked ? 2 : 1);
    Graph graph;
    BufferHandle keys = graph.importBuffer("keys", test::kWords);
    nodes::SortNode node{keys, {}, 5, sorter.sets};
    if (hooked) node.hook_sets = {&hook_set, 1};
    keys = nodes::addSort(graph, sorter.sorter, node, "depths").keys;
    graph.exportBuffer(keys, kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan), 2);
    const gpu::Buffer buffer(device, test::kWords.size, test::kWords.usage);
    executor.bind(keys, buffer.handle());
    const std::string member = hooked ? "hook_sets" : "sets";
    CHECK(errorOf([&] { gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd, 1); }); }) ==
          "pass 'depths' records frame 1, but SortNode::" + member + " has 1; it must hold a set for each frame");
  }
  (void)test::takeValidationMessages();
}

#ifdef NDEBUG  // builds with assertions stop instead
TEST_CASE("a_refused_sort_is_an_error_that_says_why") {
  const gpu::Device& device = anyDevice();
  const NodeSorter sorter = test::makeSorter(device, {});
  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", {16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT});
  keys = nodes::addSort(graph, sorter.sorter, {keys, {}, 5, sorter.sets}).keys;  // 4 fit
  graph.exportBuffer(keys, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan));
  const gpu::Buffer buffer(device, 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  executor.bind(keys, buffer.handle());
  const std::string error =
      errorOf([&] { gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); }); });
  CHECK(error.starts_with("pass 'sort': "));
  CHECK(error.find("must fit SortInfo::keys.size") != std::string::npos);
  (void)test::takeValidationMessages();
}
#endif
