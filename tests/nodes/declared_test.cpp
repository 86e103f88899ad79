// What a node declares, and what it refuses by name: members that are missing, or unexpected by its Sorter.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "graph/execute.h"
#include "graph/graphs.h"
#include "index_keys.h"
#include "sorters.h"
#include "source_keys.h"
#include "support/devices.h"
#include "support/skip.h"
#include "vksort_segments.h"

using namespace graph;
using nodes::SortNode;
using test::anyDevice;
using test::errorOf;
using test::Kind;
using test::NodeSorter;
using vksort::Payload;
using vksort::Scratch;

namespace {

constexpr VkDeviceSize kSize = test::kWords.size;
constexpr uint32_t kMany = 100'000;           // more than one workgroup sorts
const VkDescriptorSet kSet = VK_NULL_HANDLE;  // only counted

struct Case {
  Kind kind;
  void (*change)(SortNode&, Graph&);
  const char* named;  // what the message names; empty: the node is taken
};

void asItIs(SortNode&, Graph&) {}
void withPayload(SortNode& node, Graph& graph) { node.payload = graph.importBuffer("indices", test::kWords); }
void withCount(SortNode& node, Graph& graph) { node.count_buffer = graph.importBuffer("found", test::kWords); }
void withSegments(SortNode& node, Graph& graph) { node.segments = graph.importBuffer("table", test::kWords); }
void withSet(SortNode& node, Graph&) { node.sets = {&kSet, 1}; }
void withGeneratorSet(SortNode& node, Graph&) { node.generator_sets = {&kSet, 1}; }
void withReads(SortNode& node, Graph& graph) {
  static BufferHandle read;
  read = graph.importBuffer("camera", test::kWords);
  node.generator_reads = {&read, 1};
}
void inPlace(SortNode& node, Graph&) { node.in_place = true; }
void withoutKeys(SortNode& node, Graph& graph) {
  node.keys = {};
  withPayload(node, graph);
}
template <VkDeviceSize offset>
void withCountAt(SortNode& node, Graph& graph) {
  withCount(node, graph);
  node.count_offset = offset;
}
template <VkDeviceSize offset, std::uint32_t count, std::uint32_t largest = 0>
void withSegmentsAt(SortNode& node, Graph& graph) {
  withSegments(node, graph);
  node.segments_offset = offset;
  node.segment_count = count;
  node.max_segment = largest;
}
// Both, one after the other.
template <void (*first)(SortNode&, Graph&), void (*second)(SortNode&, Graph&)>
void with(SortNode& node, Graph& graph) {
  first(node, graph);
  second(node, graph);
}

SortNode nodeOf(Graph& graph, const NodeSorter& sorter) {
  SortNode node;
  node.keys = graph.importBuffer("keys", test::kWords);
  node.count = 64;
  node.sets = sorter.sets;
  return node;
}

// What is wrong with a node of keys alone, once `change` is through with it; empty if it fits.
std::string complaintOf(const NodeSorter& sorter, void (*change)(SortNode&, Graph&)) {
  Graph graph;
  SortNode node = nodeOf(graph, sorter);
  change(node, graph);
  const std::string error = errorOf([&] { (void)nodes::addSort(graph, sorter.sorter, node, "depths"); });
  CHECK(graph.passes().size() == (error.empty() ? 1 : 0));  // refused, it leaves the graph as it was
  return error;
}

void check(std::span<const Case> cases) {
  for (const Case& each : cases) {
    CAPTURE(&each - cases.data());
    const std::string complaint = complaintOf(test::makeSorterToPlan(anyDevice(), each.kind), each.change);
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
      {{.payload = Payload::u32}, withPayload, ""},
      {{.payload = Payload::index}, withPayload, ""},
      {{.payload = Payload::interleaved}, asItIs, ""},
      {{}, withCount, ""},
      {{}, withSegments, ""},
      {{}, with<withCount, withSegments>, "both SortNode::segments and SortNode::count_buffer"},
      {{.payload = Payload::u32}, asItIs, "needs SortNode::payload"},
      {{.payload = Payload::index}, asItIs, "needs SortNode::payload"},
      {{}, withPayload, "buffer 'indices' as SortNode::payload"},
      {{.payload = Payload::interleaved}, withPayload, "buffer 'indices' as SortNode::payload"},
      {{}, [](SortNode& node, Graph&) { node.keys = {}; }, "needs SortNode::keys"},
  };
  check(cases);
  CHECK(complaintOf(NodeSorter{}, asItIs) == "pass 'depths' was given a Sorter that was never created");
}

TEST_CASE("a_node_goes_without_keys_only_if_its_sorter_computes_them_and_has_payloads") {
  const vksort::KeyGenerator bare{index_keys};
  const Kind index{.payload = Payload::index, .keys = &bare};
  const Case cases[] = {
      {index, withoutKeys, ""},
      {index, with<withoutKeys, withCount>, ""},
      {index, with<withoutKeys, inPlace>, "needs SortNode::keys"},
      {{.payload = Payload::index, .keys = &bare, .scratch = Scratch::never}, withoutKeys, ""},
      {{.payload = Payload::u32, .keys = &bare}, withoutKeys, ""},
      {{.keys = &bare}, withoutKeys, "needs SortNode::keys"},
      {{.payload = Payload::index}, withoutKeys, "needs SortNode::keys"},
  };
  check(cases);
}

TEST_CASE("a_node_has_the_sets_that_its_sorter_needs_and_no_others") {
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(anyDevice(), 1);
  const vksort::KeyGenerator bare{index_keys}, with_set{source_keys, layout.get()};
  const Case cases[] = {
      {{}, [](SortNode& node, Graph&) { node.sets = {}; }, "needs SortNode::sets"},
      {{}, withGeneratorSet, "a set as SortNode::generator_sets"},
      {{.keys = &bare}, withReads, ""},
      {{.keys = &bare}, withGeneratorSet, "a set as SortNode::generator_sets"},
      {{.keys = &with_set}, asItIs, "needs SortNode::generator_sets"},
      {{.keys = &with_set}, withGeneratorSet, ""},
  };
  check(cases);
  const Kind pushes{.features = vksort::kPushDescriptor};
  const Case pushed[] = {{pushes, asItIs, ""}, {pushes, withSet, "a set as SortNode::sets"}};
  if (anyDevice().enabled().push_descriptor) check(pushed);
}

TEST_CASE("more_elements_than_the_sorter_was_made_for_are_refused") {
  const Kind ten{.max_count = 10}, less{.max_count = 63}, enough{.max_count = 64};
  const Case cases[] = {
      {enough, asItIs, ""},
      {less, asItIs, "64 elements by SortNode::count; its Sorter sorts up to 63"},
      {less, withCount, "its Sorter sorts up to 63"},
      {ten, withSegmentsAt<0, 0, 10>, ""},
      {ten, withSegmentsAt<0, 0, 11>, "11 elements by SortNode::max_segment"},
      {less, withSegmentsAt<0, 0, 0>, "its Sorter sorts up to 63"},
  };
  check(cases);
}

TEST_CASE("a_count_or_a_table_that_ends_past_its_buffer_is_refused") {
  constexpr std::uint32_t kFit = kSize / 8;
  const char *const count = "4 bytes at SortNode::count_offset", *const table = "SortNode::segments_offset";
  const Case cases[] = {
      {{}, withCountAt<kSize - 4>, ""},
      {{}, withCountAt<kSize>, count},
      {{}, withCountAt<~VkDeviceSize{0} - 3>, count},
      {{}, withSegmentsAt<8, kFit - 1>, ""},
      {{}, withSegmentsAt<8, kFit>, "256 bytes at SortNode::segments_offset 8 of buffer 'table'"},
      {{}, withSegmentsAt<kSize + 4, 0>, table},
      {{}, withSegmentsAt<0, 0x20000001u>, table},  // 8 bytes of 32 bits
  };
  check(cases);
}

TEST_CASE("a_sorter_that_needs_scratch_memory_refuses_a_node_in_place_and_segments") {
  const Kind required{
      .features = vksort::kFullSubgroups, .algorithm = vksort::Algorithm::radix, .scratch = Scratch::required};
  Kind stable = required;
  stable.scratch = Scratch::optional;
  stable.payload = Payload::u32;
  stable.ties = vksort::Ties::stable;
  const NodeSorter radix = test::makeSorterToPlan(anyDevice(), required);
  if (radix.sorter.scratchBytes(64) == 0) return test::skip("the device has no radix sort");
  const auto many = [](SortNode& node, Graph& graph) {
    withPayload(node, graph);
    node.count = kMany;
  };
  const auto many_in_place = [](SortNode& node, Graph& graph) {
    with<withPayload, inPlace>(node, graph);
    node.count = kMany;
  };
  const auto long_segments = [](SortNode& node, Graph& graph) {
    with<withPayload, withSegments>(node, graph);
    node.count = kMany;
  };
  const auto short_segments = [](SortNode& node, Graph& graph) {
    with<withPayload, withSegmentsAt<0, 1, 100>>(node, graph);
    node.count = kMany;
  };
  const Case cases[] = {{required, asItIs, ""},
                        {required, inPlace, "must not be SortNode::in_place"},
                        {required, withSegments, "must not have SortNode::segments"},
                        {{.scratch = Scratch::required}, inPlace, ""},  // it takes no memory
                        {stable, with<withPayload, inPlace>, ""},       // one workgroup sorts them
                        {stable, many, ""},
                        {stable, many_in_place, "needs scratch memory for 100000 elements"},
                        {stable, short_segments, ""},
                        {stable, long_segments, "its Sorter sorts up to"}};
  check(cases);
}

namespace {

// What is wrong when frame `frame` of two is recorded, of a node that sorts 5 keys in a buffer of `bytes`.
std::string errorOfFrame(const NodeSorter& sorter, VkDeviceSize bytes, std::span<const VkDescriptorSet> generator_sets,
                         uint32_t frame) {
  const gpu::Device& device = anyDevice();
  Graph graph;
  SortNode node;
  node.keys = graph.importBuffer("keys", {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT});
  node.count = 5;
  node.sets = sorter.sets;
  node.generator_sets = generator_sets;
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
  const vksort::KeyGenerator generator{source_keys, layout.get()};
  const NodeSorter plain = test::makeSorter(anyDevice(), {}),
                   generating = test::makeSorter(anyDevice(), {.keys = &generator}, 2);
  CHECK(errorOfFrame(plain, 64, {}, 1).starts_with("pass 'depths' records frame 1, but SortNode::sets has 1"));
  CHECK(errorOfFrame(generating, 64, {&kSet, 1}, 1)
            .starts_with("pass 'depths' records frame 1, but SortNode::generator_sets has 1"));
#ifdef NDEBUG                                                // builds with assertions stop instead
  const std::string error = errorOfFrame(plain, 16, {}, 0);  // 4 fit
  CHECK(error.starts_with("pass 'depths': record(): keys.size "));
  CHECK(error.ends_with(", here 20"));
#endif
}

namespace {

// All that a sort does to memory of its own.
constexpr VkPipelineStageFlags kStages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
constexpr Access kReadWrite{kStages, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT |
                                         VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};

constexpr vksort::Features kFeatures = vksort::kFullSubgroups | vksort::kPushDescriptor;

// Keys that are filled, and sorted twice. The graph lets go of what the first sort took before the second begins.
struct TwoSorts {
  TwoSorts(const test::NodeSorter& sorter, bool in_place) {
    PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
    const BufferInfo info{VkDeviceSize{test::kCount} * 4, test::kUsage};
    nodes::SortNode node;
    node.keys = fill.write(graph.createBuffer("keys", info), kTransferWrite);
    node.count = test::kCount;
    node.sets = sorter.sets;
    node.in_place = in_place;
    const nodes::Sorted once = nodes::addSort(graph, sorter.sorter, node, "once");
    CHECK(test::errorOf([&] { (void)nodes::addSort(graph, sorter.sorter, node, "again"); }) != "");  // stale keys
    node.keys = once.keys;
    const nodes::Sorted twice = nodes::addSort(graph, sorter.sorter, node, "twice");
    CHECK(twice.pass == PassHandle{2});
    keys = twice.keys;
  }

  void draw() {
    PassBuilder pass = test::addPass(graph, "draw");
    pass.read(keys, kVertexRead);
    test::keep(graph, pass);
  }

  std::vector<VkDeviceSize> scratch() const {
    std::vector<VkDeviceSize> sizes;
    for (const Resource& each : graph.resources())
      if (each.name == "sort scratch") sizes.push_back(each.buffer.size);
    return sizes;
  }

  Graph graph;
  BufferHandle keys;
};

}  // namespace

TEST_CASE("a_sort_waits_and_is_waited_for_as_vksort_says_and_is_culled_where_nobody_needs_it") {
  TwoSorts sorts(test::makeSorterToPlan(test::anyDevice(), {}), false);
  CHECK(test::compile(sorts.graph).passes.empty());
  sorts.draw();
  const Plan plan = test::compile(sorts.graph);
  REQUIRE(test::names(sorts.graph, plan) == "fill once twice draw");
  const auto before = test::barrierOn(plan, 1, sorts.keys.index), after = test::barrierOn(plan, 3, sorts.keys.index);
  REQUIRE((before && after));
  CHECK(before->src == kTransferWrite);
  CHECK(before->dst == Access{vksort::kBefore.stages, vksort::kBefore.access});
  CHECK(after->src == Access{vksort::kAfter.stages, writeBits(vksort::kAfter.access)});
  CHECK(after->dst == kVertexRead);
}

TEST_CASE("a_node_takes_the_scratch_memory_that_its_sort_makes_use_of") {
  const auto sorterOf = [](vksort::Algorithm algorithm) {
    return test::makeSorterToPlan(test::anyDevice(), {.features = kFeatures, .algorithm = algorithm});
  };
  const test::NodeSorter radix = sorterOf(vksort::Algorithm::radix), automatic = sorterOf(vksort::Algorithm::automatic);
  const VkDeviceSize bytes = radix.sorter.scratchBytes(test::kCount);
  if (bytes == 0) return test::skip("the device has no radix sort");
  CHECK(TwoSorts(radix, true).scratch().empty());
  CHECK(TwoSorts(sorterOf(vksort::Algorithm::bitonic), false).scratch().empty());
  const VkDeviceSize paying = automatic.sorter.scratchBytes(test::kCount);  // on a GPU
  CHECK(TwoSorts(automatic, false).scratch() == std::vector<VkDeviceSize>(paying == 0 ? 0 : 2, paying));
  // The second takes over from the first.
  TwoSorts sorts(radix, false);
  CHECK(sorts.scratch() == std::vector<VkDeviceSize>{bytes, bytes});
  sorts.draw();
  std::vector<uint32_t> taken;
  for (const Pass& pass : sorts.graph.passes())
    for (const Use& use : pass.uses) {
      if (sorts.graph.resources()[use.resource].name != "sort scratch") continue;
      taken.push_back(use.resource);
      CHECK(use.mode == Mode::write);
      CHECK(use.access == kReadWrite);
    }
  REQUIRE(taken.size() == 2);
  const Plan plan = test::compile(sorts.graph);
  REQUIRE(plan.placements[taken[0]].overlaps(plan.placements[taken[1]]));
  const auto handover = test::barrierOn(plan, 2, taken[1]);
  REQUIRE(handover);
  CHECK(handover->aliasing);
  CHECK(handover->src == Access{kReadWrite.stages, VK_ACCESS_SHADER_WRITE_BIT});
  CHECK(handover->dst == kReadWrite);
}

namespace {}  // namespace
