// What the sort declares, seen from the plan: plain barriers, and nothing that only a sort would get.
#include <doctest/doctest.h>

#include "graph/graphs.h"
#include "nodes/sort.h"

using namespace graph;

namespace {

constexpr Access kBefore{vksort::kBefore.stages, vksort::kBefore.access};
constexpr Access kAfter{vksort::kAfter.stages, vksort::kAfter.access};

struct SortedGraph {
  Graph graph;
  vksort::Sorter sorter;  // never recorded
  nodes::Sorted sorted;
};

// fill -> sort -> draw
void build(SortedGraph& made, bool values) {
  Graph& graph = made.graph;
  nodes::SortNode node{graph.createBuffer("keys", test::kWords), {}, 64};
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  node.keys = fill.write(node.keys, kTransferWrite);
  if (values) node.values = fill.write(graph.createBuffer("values", test::kWords), kTransferWrite);
  made.sorted = nodes::addSort(graph, made.sorter, node);
  PassBuilder draw = test::addPass(graph, "draw");
  draw.read(made.sorted.keys, kVertexRead);
  if (values) draw.read(made.sorted.values, kVertexRead);
  draw.sideEffect();
}

}  // namespace

TEST_CASE("a_sort_waits_and_is_waited_for_as_vksort_says") {
  SortedGraph made;
  build(made, true);
  const Plan plan = test::compile(made.graph);
  REQUIRE(test::names(made.graph, plan) == "fill sort draw");
  for (const BufferHandle handle : {made.sorted.keys, made.sorted.values}) {
    const auto before = test::barrierOn(plan, 1, handle.index);
    REQUIRE(before);
    CHECK(before->src == kTransferWrite);
    CHECK((before->dst.stages & kBefore.stages) == kBefore.stages);
    CHECK((before->dst.access & kBefore.access) == kBefore.access);
    const auto after = test::barrierOn(plan, 2, handle.index);
    REQUIRE(after);
    CHECK((after->src.stages & kAfter.stages) == kAfter.stages);
    CHECK(after->src.access == writeBits(kAfter.access));
    CHECK(after->dst == kVertexRead);
  }
}

TEST_CASE("a_sort_without_values_touches_the_keys_alone") {
  SortedGraph made;
  build(made, false);
  const Plan plan = test::compile(made.graph);
  CHECK(made.graph.passes()[1].uses.size() == 1);
  CHECK(made.sorted.values == BufferHandle{});
  CHECK(plan.passes.at(1).barriers.size() == 1);
}

TEST_CASE("a_hooked_sort_reads_what_its_hook_does_and_needs_no_keys") {
  SortedGraph made;
  Graph& graph = made.graph;
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  const BufferHandle source = fill.write(graph.createBuffer("source", test::kWords), kTransferWrite);
  nodes::SortNode node{graph.createBuffer("keys", test::kWords), {}, 64};  // nobody writes them
  node.hooked = true;
  node.hook_reads = {&source, 1};
  made.sorted = nodes::addSort(graph, made.sorter, node);
  PassBuilder draw = test::addPass(graph, "draw");
  draw.read(made.sorted.keys, kVertexRead);
  draw.sideEffect();
  const Plan plan = test::compile(graph);
  REQUIRE(test::names(graph, plan) == "fill sort draw");
  const auto before = test::barrierOn(plan, 1, source.index);
  REQUIRE(before);
  CHECK(before->src == kTransferWrite);
  CHECK(before->dst.stages == vksort::kBeforeHook.stages);
  CHECK(before->dst.access == vksort::kBeforeHook.access);
  CHECK(test::barrierOn(plan, 2, made.sorted.keys.index));
}

TEST_CASE("a_sort_reads_its_count_and_makes_a_state_of_its_own") {
  SortedGraph made;
  Graph& graph = made.graph;
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  nodes::SortNode node{fill.write(graph.createBuffer("keys", test::kWords), kTransferWrite), {}, 64};
  node.device_count = fill.write(graph.createBuffer("count", test::kWords), kTransferWrite);
  made.sorted = nodes::addSort(graph, made.sorter, node);
  PassBuilder draw = test::addPass(graph, "draw");
  draw.read(made.sorted.keys, kVertexRead);
  draw.read(node.device_count, kIndirectRead);
  draw.sideEffect();
  const Plan plan = test::compile(graph);
  REQUIRE(test::names(graph, plan) == "fill sort draw");
  const auto before = test::barrierOn(plan, 1, node.device_count.index);
  REQUIRE(before);
  CHECK(before->src == kTransferWrite);
  CHECK((before->dst.stages & vksort::kBeforeCount.stages) == vksort::kBeforeCount.stages);
  CHECK((before->dst.access & vksort::kBeforeCount.access) == vksort::kBeforeCount.access);
  const auto& uses = graph.passes()[1].uses;
  REQUIRE(uses.size() == 3);
  const Use& state = uses[2];
  CHECK(graph.resources()[state.resource].buffer.size >= vksort::kStateBytes);
  CHECK((graph.resources()[state.resource].buffer.usage & VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT) != 0);
  CHECK((state.access.access & VK_ACCESS_INDIRECT_COMMAND_READ_BIT) != 0);
}

TEST_CASE("a_sort_of_lists_reads_their_table_and_makes_a_state_of_their_number") {
  SortedGraph made;
  Graph& graph = made.graph;
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  nodes::SortNode node{fill.write(graph.createBuffer("keys", test::kWords), kTransferWrite), {}, 64};
  node.lists = fill.write(graph.createBuffer("lists", test::kWords), kTransferWrite);
  node.list_count = 20;
  made.sorted = nodes::addSort(graph, made.sorter, node);
  PassBuilder draw = test::addPass(graph, "draw");
  draw.read(made.sorted.keys, kVertexRead);
  draw.sideEffect();
  const Plan plan = test::compile(graph);
  REQUIRE(test::names(graph, plan) == "fill sort draw");
  const auto before = test::barrierOn(plan, 1, node.lists.index);
  REQUIRE(before);
  CHECK(before->src == kTransferWrite);
  CHECK((before->dst.stages & vksort::kBeforeCount.stages) == vksort::kBeforeCount.stages);
  CHECK((before->dst.access & vksort::kBeforeCount.access) == vksort::kBeforeCount.access);
  const auto& uses = graph.passes()[1].uses;
  REQUIRE(uses.size() == 3);
  CHECK(graph.resources()[uses[2].resource].buffer.size == vksort::listStateBytes(20));
  CHECK((uses[2].access.access & VK_ACCESS_INDIRECT_COMMAND_READ_BIT) != 0);
}

TEST_CASE("a_sort_makes_the_old_handles_stale") {
  SortedGraph made;
  Graph& graph = made.graph;
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  const BufferHandle keys = fill.write(graph.createBuffer("keys", test::kWords), kTransferWrite);
  const nodes::Sorted sorted = nodes::addSort(graph, made.sorter, {keys, {}, 64});
  CHECK(sorted.keys.index == keys.index);
  CHECK(sorted.keys.version == keys.version + 1);
  const std::string error = test::errorOf([&] { (void)nodes::addSort(graph, made.sorter, {keys, {}, 64}, "again"); });
  CHECK(error.find("again") != std::string::npos);
  CHECK(error.find("keys") != std::string::npos);
}

TEST_CASE("a_sort_that_nobody_needs_is_culled") {
  Graph graph;
  const vksort::Sorter sorter;
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  const BufferHandle keys = fill.write(graph.createBuffer("keys", test::kWords), kTransferWrite);
  (void)nodes::addSort(graph, sorter, {keys, {}, 64});
  CHECK(test::compile(graph).passes.empty());
}
