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
using nodes::SortNode;
using test::anyDevice;
using test::errorOf;
using test::NodeSorter;
using test::Wish;
using vksort::Count;
using vksort::Values;

namespace {

constexpr VkDeviceSize kSize = test::kWords.size;
const VkDescriptorSet kSet = VK_NULL_HANDLE;  // only counted

struct Case {
  Wish wish;
  void (*change)(SortNode&, Graph&);
  const char* named;  // what the message names; empty: the node is taken
};

void asItIs(SortNode&, Graph&) {}
void withValues(SortNode& node, Graph& graph) { node.values = graph.importBuffer("indices", test::kWords); }
void withCount(SortNode& node, Graph& graph) { node.device_count = graph.importBuffer("found", test::kWords); }
void withLists(SortNode& node, Graph& graph) { node.lists = graph.importBuffer("table", test::kWords); }
void withHookSet(SortNode& node, Graph&) { node.hook_sets = {&kSet, 1}; }
void withReads(SortNode& node, Graph& graph) {
  static BufferHandle read;
  read = graph.importBuffer("camera", test::kWords);
  node.hook_reads = {&read, 1};
}
template <VkDeviceSize offset>
void withCountAt(SortNode& node, Graph& graph) {
  withCount(node, graph);
  node.device_count_offset = offset;
}
template <VkDeviceSize offset, std::uint32_t count, std::uint32_t largest = 0>
void withListsAt(SortNode& node, Graph& graph) {
  withLists(node, graph);
  node.lists_offset = offset;
  node.list_count = count;
  node.largest = largest;
}

// What is wrong with a node of keys alone, once `change` is through with it; empty if it fits.
std::string complaintOf(const NodeSorter& sorter, void (*change)(SortNode&, Graph&)) {
  Graph graph;
  SortNode node{graph.importBuffer("keys", test::kWords), {}, 64, sorter.sets};
  change(node, graph);
  const std::string error = errorOf([&] { (void)nodes::addSort(graph, sorter.sorter, node, "depths"); });
  CHECK(graph.passes().size() == (error.empty() ? 1 : 0));  // refused, it leaves the graph as it was
  return error;
}

void check(std::span<const Case> cases) {
  for (const Case& each : cases) {
    CAPTURE(&each - cases.data());
    const std::string complaint = complaintOf(test::makeSorterToPlan(anyDevice(), each.wish), each.change);
    CAPTURE(complaint);
    CHECK(complaint.empty() == (*each.named == '\0'));
    if (!complaint.empty()) CHECK(complaint.starts_with("pass 'depths' "));
    CHECK(complaint.find(each.named) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("a_node_has_the_buffers_that_its_sorter_needs_and_no_others") {
  const Case cases[] = {
      {{}, asItIs, ""},
      {{.values = Values::split}, withValues, ""},
      {{.values = Values::iota}, withValues, ""},
      {{.values = Values::interleaved}, asItIs, ""},
      {{.count = Count::device}, withCount, ""},
      {{.count = Count::lists}, withLists, ""},
      {{.coherent = true}, asItIs, ""},
      {{.values = Values::split}, asItIs, "needs SortNode::values"},
      {{.values = Values::iota}, asItIs, "needs SortNode::values"},
      {{.count = Count::device}, asItIs, "needs SortNode::device_count"},
      {{.count = Count::lists}, asItIs, "needs SortNode::lists"},
      {{}, withValues, "buffer 'indices' as SortNode::values"},
      {{.values = Values::interleaved}, withValues, "buffer 'indices' as SortNode::values"},
      {{}, withCount, "buffer 'found' as SortNode::device_count"},
      {{.count = Count::lists}, withCount, "buffer 'found' as SortNode::device_count"},
      {{}, withLists, "buffer 'table' as SortNode::lists"},
      {{}, withReads, "buffer 'camera' as SortNode::hook_reads"},
      {{},
       [](SortNode& node, Graph&) {
         node.values = {7, 0};
       },
       "as SortNode::values"},
  };
  check(cases);
  CHECK(complaintOf(NodeSorter{}, asItIs) == "pass 'depths' was given a Sorter that was never created");
}

TEST_CASE("a_node_has_the_sets_that_its_sorter_needs_and_no_others") {
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(anyDevice(), 1);
  const vksort::Hook bare{index_hook}, with_set{source_hook, layout.get()};
  const Case cases[] = {
      {{}, [](SortNode& node, Graph&) { node.sets = {}; }, "needs SortNode::sets"},
      {{}, withHookSet, "a set as SortNode::hook_sets"},
      {{.hook = &bare}, withReads, ""},
      {{.hook = &bare}, withHookSet, "a set as SortNode::hook_sets"},
      {{.hook = &with_set}, asItIs, "needs SortNode::hook_sets"},
      {{.hook = &with_set}, withHookSet, ""},
  };
  check(cases);
  const Wish pushes{.features = vksort::kPushDescriptor};
  const Case pushed[] = {{pushes, asItIs, ""},
                         {pushes,
                          [](SortNode& node, Graph&) {
                            node.sets = {&kSet, 1};
                          },
                          "a set as SortNode::sets"}};
  if (anyDevice().enabled().push_descriptor) check(pushed);
}

TEST_CASE("more_elements_than_the_sorter_was_made_for_are_refused") {
  const Case cases[] = {
      {{.max_count = 64}, asItIs, ""},
      {{.max_count = 63}, asItIs, "64 elements as SortNode::count says; its Sorter has SorterInfo::max_count 63"},
      {{.count = Count::device, .max_count = 63}, withCount, "SorterInfo::max_count 63"},
      {{.count = Count::device, .max_count = 64}, withCount, ""},
      {{.count = Count::lists, .max_count = 10}, withListsAt<0, 0, 10>, ""},
      {{.count = Count::lists, .max_count = 10}, withListsAt<0, 0, 11>, "11 elements as SortNode::largest says"},
      {{.count = Count::lists, .max_count = 63}, withListsAt<0, 0, 0>, "SorterInfo::max_count 63"},
      {{.count = Count::lists, .max_count = 64}, withListsAt<0, 0, 100>, ""},
  };
  check(cases);
}

TEST_CASE("a_count_or_lists_that_end_past_their_buffer_are_refused") {
  constexpr std::uint32_t kFit = kSize / 8;
  const char *const count = "4 bytes at SortNode::device_count_offset", *const lists = "SortNode::lists_offset";
  const Case cases[] = {
      {{.count = Count::device}, withCountAt<kSize - 4>, ""},
      {{.count = Count::device}, withCountAt<kSize>, count},
      {{.count = Count::device}, withCountAt<kSize - 3>, count},
      {{.count = Count::device}, withCountAt<~VkDeviceSize{0}>, count},
      {{.count = Count::device}, withCountAt<~VkDeviceSize{0} - 3>, count},
      {{.count = Count::lists}, withListsAt<8, kFit - 1>, ""},
      {{.count = Count::lists}, withListsAt<8, kFit>, "256 bytes at SortNode::lists_offset 8 of buffer 'table'"},
      {{.count = Count::lists}, withListsAt<kSize + 4, 0>, lists},
      {{.count = Count::lists}, withListsAt<0, 0x20000001u>, lists},  // 8 bytes of 32 bits
  };
  check(cases);
}

TEST_CASE("a_node_in_place_is_refused_by_a_sorter_that_always_has_scratch_memory") {
  const auto in_place = [](SortNode& node, Graph&) { node.in_place = true; };
  const Wish radix{.features = vksort::kFullSubgroups, .algorithm = vksort::Algorithm::radix, .always_lends = true};
  const Case cases[] = {{radix, asItIs, ""},
                        {radix, in_place, "must not be SortNode::in_place"},
                        {{.always_lends = true}, in_place, ""}};  // it takes no memory
  if (test::makeSorterToPlan(anyDevice(), radix).sorter.scratchBytes(64) == 0)
    return test::skip("the device has no radix sort");
  check(cases);
}

TEST_CASE("a_sort_whose_handles_are_refused_leaves_the_graph_as_it_was") {
  const NodeSorter sorter = test::makeSorterToPlan(anyDevice(), {.values = Values::split, .count = Count::device});
  for (BufferHandle SortNode::*member : {&SortNode::keys, &SortNode::values, &SortNode::device_count}) {
    Graph graph;
    const BufferHandle stale = graph.importBuffer("moved", test::kWords);
    const BufferHandle moved = test::addPass(graph, "move").readWrite(stale, kComputeReadWrite);
    SortNode node{graph.importBuffer("keys", test::kWords), {}, 64, sorter.sets};
    withValues(node, graph);
    withCount(node, graph);
    const std::size_t resources = graph.resources().size();
    node.*member = stale;
    const std::string error = errorOf([&] { (void)nodes::addSort(graph, sorter.sorter, node, "depths"); });
    CHECK(error.starts_with("pass 'depths' uses version 0 of buffer 'moved'"));
    CHECK(graph.passes().size() == 1);
    CHECK(graph.resources().size() == resources);
    node.*member = moved;  // all others are what they were
    CHECK(errorOf([&] { graph.exportBuffer(nodes::addSort(graph, sorter.sorter, node).keys, kHostRead); }) == "");
    CHECK(errorOf([&] { (void)test::compile(graph); }) == "");
  }
}

namespace {

// What is wrong when frame `frame` of two is recorded, of a node that sorts 5 keys in a buffer of `bytes`.
std::string errorOfFrame(const NodeSorter& sorter, VkDeviceSize bytes, std::span<const VkDescriptorSet> hook_sets,
                         uint32_t frame) {
  const gpu::Device& device = anyDevice();
  Graph graph;
  SortNode node{graph.importBuffer("keys", {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}), {}, 5, sorter.sets};
  node.hook_sets = hook_sets;
  const BufferHandle keys = nodes::addSort(graph, sorter.sorter, node, "depths").keys;
  graph.exportBuffer(keys, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan), 2);
  const gpu::Buffer buffer(device, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  executor.bind(keys, buffer.handle());
  const std::string error =
      errorOf([&] { gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd, frame); }); });
  (void)test::takeValidationMessages();
  return error;
}

}  // namespace

TEST_CASE("a_frame_without_a_set_and_a_refused_sort_are_errors_when_they_are_recorded") {
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(anyDevice(), 1);
  const vksort::Hook hook{source_hook, layout.get()};
  const NodeSorter plain = test::makeSorter(anyDevice(), {}),
                   hooked = test::makeSorter(anyDevice(), {.hook = &hook}, 2);
  CHECK(errorOfFrame(plain, 64, {}, 1).starts_with("pass 'depths' records frame 1, but SortNode::sets has 1"));
  CHECK(errorOfFrame(hooked, 64, {&kSet, 1}, 1)
            .starts_with("pass 'depths' records frame 1, but SortNode::hook_sets has 1"));
#ifdef NDEBUG                                                // builds with assertions stop instead
  const std::string error = errorOfFrame(plain, 16, {}, 0);  // 4 fit
  CHECK(error.starts_with("pass 'depths': "));
  CHECK(error.find("SortInfo::keys.size") != std::string::npos);
#endif
}
