// Checks that nodes declare all accesses of a sort, and reject invalid sorts.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "graph/executor.h"
#include "graph/graphs.h"
#include "nodes/tool.h"
#include "sorters.h"
#include "support/devices.h"
#include "support/skip.h"

using namespace graph;
using nodes::SortNode;
using test::anyDevice;
using test::errorOf;
using test::NodeSorter;

TEST_CASE("rejected_nodes_do_not_change_the_graph") {
  const NodeSorter sorter = test::makeSorterToPlan(anyDevice());
  const auto errorWith = [&](const NodeSorter& of, void (*change)(SortNode&, Graph&)) {
    Graph graph;
    SortNode node;
    node.keys = graph.importBuffer("keys", test::kWords);
    node.count = 64;
    node.descriptor_sets = sorter.sets;
    change(node, graph);
    const std::string error = errorOf([&] { (void)nodes::addSort(graph, of.sorter, node, "depths"); });
    CHECK(graph.passes().size() == (error.empty() ? 1 : 0));
    return error;
  };
  const auto as_it_is = [](SortNode&, Graph&) {};
  CHECK(errorWith(sorter, as_it_is) == "");
  CHECK(errorWith({}, as_it_is) == "pass 'depths' was given an empty Sorter; call Sorter::create() first");
  CHECK(errorWith(sorter, [](SortNode& node, Graph&) {
          node.keys = {};
        }).starts_with("pass 'depths' was given an invalid handle"));
  CHECK(errorWith(sorter, [](SortNode& node, Graph& graph) {
          node.count_buffer = graph.importBuffer("found", test::kWords);
          node.segments = graph.importBuffer("table", test::kWords);
        }) == "pass 'depths' sets both SortNode::segments and SortNode::count_buffer; set at most one");
}

namespace {

// Sorts 5 keys in a buffer of `bytes`, in one of two frames. Returns the error, or an empty string.
std::string errorOfFrame(const NodeSorter& sorter, VkDeviceSize bytes, uint32_t frame) {
  const gpu::Device& device = anyDevice();
  Graph graph;
  SortNode node;
  node.keys = graph.importBuffer("keys", {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT});
  node.count = 5;
  node.descriptor_sets = sorter.sets;
  const BufferHandle keys = nodes::addSort(graph, sorter.sorter, node, "depths").keys;
  graph.exportBuffer(keys, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan), 2);
  const gpu::Buffer buffer(device, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  executor.bind(keys, buffer.handle());
  const std::string error =
      errorOf([&] { gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.record(cmd, frame); }); });
  (void)test::takeValidationMessages();
  return error;
}

}  // namespace

TEST_CASE("recording_reports_missing_sets_and_rejected_sorts") {
  const NodeSorter plain = test::makeSorter(anyDevice(), test::kPlainSort);
  CHECK(errorOfFrame(plain, 64, 1)
            .starts_with("pass 'depths' records frame 1, but SortNode::descriptor_sets contains 1"));
#ifdef NDEBUG  // builds with assertions abort
  const std::string error = errorOfFrame(plain, 16, 0);
  CHECK(error == "pass 'depths': vksortRecord(): keys.size is 16 and must be at least 20");
#endif
}

namespace {

constexpr VkPipelineStageFlags kStages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
constexpr Access kReadWrite{
    kStages, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};

// Sorts twice. The second sort can reuse the scratch memory of the first one.
struct TwoSorts {
  explicit TwoSorts(const test::NodeSorter& sorter) {
    PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
    const BufferInfo info{VkDeviceSize{test::kCount} * 4, test::kUsage};
    nodes::SortNode node;
    node.keys = fill.write(graph.createBuffer("keys", info), kTransferWrite);
    node.count = test::kCount;
    node.descriptor_sets = sorter.sets;
    const nodes::SortOutput once = nodes::addSort(graph, sorter.sorter, node, "once");
    CHECK(test::errorOf([&] { (void)nodes::addSort(graph, sorter.sorter, node, "again"); }) != "");
    node.keys = once.keys;
    const nodes::SortOutput twice = nodes::addSort(graph, sorter.sorter, node, "twice");
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

TEST_CASE("sorts_use_the_vksort_barriers_and_are_culled_if_unused") {
  TwoSorts sorts(test::makeSorterToPlan(test::anyDevice()));
  CHECK(test::compile(sorts.graph).passes.empty());
  sorts.draw();
  const Plan plan = test::compile(sorts.graph);
  REQUIRE(test::names(sorts.graph, plan) == "fill once twice draw");
  const auto before = test::barrierOn(plan, 1, sorts.keys.index), after = test::barrierOn(plan, 3, sorts.keys.index);
  REQUIRE((before && after));
  CHECK(before->src == kTransferWrite);
  CHECK(before->dst == Access{vksort::kBefore.stages, vksort::kBefore.access});
  CHECK(after->src == Access{vksort::kAfter.stages, writeFlags(vksort::kAfter.access)});
  CHECK(after->dst == kVertexRead);
}

TEST_CASE("discarded_keys_can_only_be_written_again") {
  for (const vksort::Payload payload : {vksort::Payload::index, vksort::Payload::interleaved}) {
    cases::Configuration configuration = test::kPlainSort;
    configuration.payload = payload;
    configuration.discard_keys = true;
    const NodeSorter sorter = test::makeSorterToPlan(anyDevice(), configuration);
    Graph graph;
    SortNode node;
    node.keys = graph.importBuffer("keys", test::kWords);
    node.count = 5;
    node.descriptor_sets = sorter.sets;
    if (payload == vksort::Payload::index) node.payload = graph.createBuffer("indices", test::kWords);
    const nodes::SortOutput sorted = nodes::addSort(graph, sorter.sorter, node, "depths");
    PassBuilder draw = test::addPass(graph, "draw");
    const std::string error = errorOf([&] { draw.read(sorted.keys, kVertexRead); });
    if (payload == vksort::Payload::interleaved) {
      CHECK(error == "");
      continue;
    }
    draw.read(sorted.payload, kVertexRead);
    CHECK(error ==
          "pass 'draw' reads buffer 'keys', but pass 'depths' left its contents undefined; read it in an earlier "
          "pass, or write it again");
    node.keys = sorted.keys;
    CHECK(errorOf([&] {
            (void)nodes::addSort(graph, sorter.sorter, node, "again");
          }).starts_with("pass 'again' reads and writes buffer 'keys', but pass 'depths' left"));
    const auto fill = [](const nodes::ToolContext&) { return vksort::RecordStatus{}; };
    node.payload = sorted.payload;
    node.keys = nodes::addTool(graph, {.writes = {&sorted.keys, 1}, .record = fill}, "move").written[0];
    CHECK_NOTHROW((void)nodes::addSort(graph, sorter.sorter, node, "again"));
  }
}

TEST_CASE("nodes_allocate_the_scratch_memory_that_their_sorts_use") {
  const auto sorterOf = [](vksort::Algorithm algorithm) {
    return test::makeSorterToPlan(test::anyDevice(), {.ties = vksort::Ties::by_value, .algorithm = algorithm});
  };
  const test::NodeSorter radix = sorterOf(vksort::Algorithm::radix), automatic = sorterOf(vksort::Algorithm::automatic);
  const VkDeviceSize bytes = radix.sorter.scratchBytes(test::kCount);
  if (bytes == 0) return test::skip("the device has no radix sort");
  CHECK(TwoSorts(sorterOf(vksort::Algorithm::bitonic)).scratch().empty());
  const VkDeviceSize paying = automatic.sorter.scratchBytes(test::kCount);  // on a GPU
  CHECK(TwoSorts(automatic).scratch() == std::vector<VkDeviceSize>(paying == 0 ? 0 : 2, paying));
  // Segments that fit a workgroup do not use it.
  for (const uint32_t max_segment : {64U, 0U}) {
    Graph graph;
    nodes::SortNode node{.keys = graph.importBuffer("keys", test::kWords), .count = test::kCount};
    node.segments = graph.importBuffer("table", test::kWords);
    node.segment_count = 2;
    node.max_segment = max_segment;
    (void)nodes::addSort(graph, radix.sorter, node);
    CHECK(std::ranges::count(graph.resources(), "sort scratch", &Resource::name) == (max_segment == 0 ? 1 : 0));
  }
  // The second sort must wait for the memory of the first one.
  TwoSorts sorts(radix);
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
