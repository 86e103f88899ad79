// What the sort declares, seen from the plan: plain barriers, and nothing that only a sort would get.
#include <doctest/doctest.h>

#include "graph/graphs.h"
#include "index_hook.h"
#include "sorters.h"
#include "support/devices.h"

using namespace graph;
using test::anyDevice;
using test::Wish;
using vksort::Count;
using vksort::Values;

namespace {

constexpr Access kBefore{vksort::kBefore.stages, vksort::kBefore.access};
constexpr Access kAfter{vksort::kAfter.stages, vksort::kAfter.access};

// A graph and a Sorter to add to it; neither is recorded.
struct SortedGraph {
  explicit SortedGraph(const Wish& wish = {}) : sorter(test::makeSorterToPlan(anyDevice(), wish)) {}

  // Fills "keys" and, with `values`, "values": fill -> sort -> draw.
  void build() {
    nodes::SortNode node = fill();
    if (sorter.sorter.configuration().values != Values::none)
      node.values = filling->write(graph.createBuffer("values", test::kWords), kTransferWrite);
    add(node);
    draw();
  }
  // A node with keys that a pass fills.
  nodes::SortNode fill() {
    filling.emplace(test::addPass(graph, "fill", PassKind::transfer));
    return {filling->write(graph.createBuffer("keys", test::kWords), kTransferWrite), {}, 64, sorter.sets};
  }
  BufferHandle filled(const char* name) {
    return filling->write(graph.createBuffer(name, test::kWords), kTransferWrite);
  }
  void add(const nodes::SortNode& node, const char* name = "sort") {
    sorted = nodes::addSort(graph, sorter.sorter, node, name);
  }
  // A pass that reads what was sorted, and is kept.
  PassBuilder draw() {
    PassBuilder pass = test::addPass(graph, "draw");
    pass.read(sorted.keys, kVertexRead);
    if (sorted.values != BufferHandle{}) pass.read(sorted.values, kVertexRead);
    pass.sideEffect();
    return pass;
  }

  test::NodeSorter sorter;
  Graph graph;
  std::optional<PassBuilder> filling;
  nodes::Sorted sorted;
};

}  // namespace

TEST_CASE("a_sort_waits_and_is_waited_for_as_vksort_says") {
  SortedGraph made({.values = Values::split});
  made.build();
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
  made.build();
  const Plan plan = test::compile(made.graph);
  CHECK(made.graph.passes()[1].uses.size() == 1);
  CHECK(made.sorted.values == BufferHandle{});
  CHECK(plan.passes.at(1).barriers.size() == 1);
}

TEST_CASE("a_sort_that_makes_its_values_needs_none_before") {
  SortedGraph made({.values = Values::iota});
  nodes::SortNode node = made.fill();
  node.values = made.graph.createBuffer("values", test::kWords);  // nobody writes them
  made.add(node);
  made.draw();
  const Plan plan = test::compile(made.graph);
  REQUIRE(test::names(made.graph, plan) == "fill sort draw");
  CHECK(made.sorted.values.version == node.values.version + 1);
  const auto after = test::barrierOn(plan, 2, made.sorted.values.index);
  REQUIRE(after);
  CHECK(after->src.access == writeBits(kAfter.access));
}

TEST_CASE("a_sort_keeps_what_it_makes_up_where_the_device_leaves_elements_out") {
  const vksort::Hook hook{index_hook};
  for (const Count count : {Count::host, Count::device, Count::lists}) {
    for (const bool filled : {true, false}) {
      CAPTURE(static_cast<int>(count));
      CAPTURE(filled);
      SortedGraph made({.values = Values::iota, .count = count, .hook = &hook});
      Graph& graph = made.graph;
      nodes::SortNode node;
      node.count = 64;
      node.sets = made.sorter.sets;
      const auto buffer = [&](const char* name, const char* filler) {
        const BufferHandle created = graph.createBuffer(name, test::kWords);
        if (!filled) return created;
        return test::addPass(graph, filler, PassKind::transfer).write(created, kTransferWrite);
      };
      node.keys = buffer("keys", "keys_before");
      node.values = buffer("values", "values_before");
      made.filling.emplace(test::addPass(graph, "fill", PassKind::transfer));
      if (count == Count::device) node.device_count = made.filled("count");
      if (count == Count::lists) {
        node.lists = made.filled("lists");
        node.list_count = 1;
      }
      made.add(node);
      made.draw();
      const char* const kept = filled ? "keys_before values_before fill sort draw" : "fill sort draw";
      CHECK(test::names(graph, test::compile(graph)) == (count == Count::host ? "sort draw" : kept));
    }
  }
}

TEST_CASE("a_hooked_sort_reads_what_its_hook_does_and_needs_no_keys") {
  const vksort::Hook hook{index_hook};
  SortedGraph made({.hook = &hook});
  Graph& graph = made.graph;
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  const BufferHandle source = fill.write(graph.createBuffer("source", test::kWords), kTransferWrite);
  nodes::SortNode node{graph.createBuffer("keys", test::kWords), {}, 64, made.sorter.sets};  // nobody writes them
  node.hook_reads = {&source, 1};
  made.add(node);
  made.draw();
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
  SortedGraph made({.count = Count::device});
  Graph& graph = made.graph;
  nodes::SortNode node = made.fill();
  node.device_count = made.filled("count");
  made.add(node);
  made.draw().read(node.device_count, kIndirectRead);
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

TEST_CASE("a_coherent_sort_makes_a_state_that_nobody_asked_for") {
  SortedGraph made({.coherent = true});
  made.build();
  const auto& uses = made.graph.passes()[1].uses;
  REQUIRE(uses.size() == 2);
  CHECK(made.graph.resources()[uses[1].resource].buffer.size >= vksort::kStateBytes);
  CHECK((uses[1].access.access & VK_ACCESS_INDIRECT_COMMAND_READ_BIT) != 0);
}

TEST_CASE("a_sort_of_lists_reads_their_table_and_makes_a_state_of_their_number") {
  SortedGraph made({.count = Count::lists});
  Graph& graph = made.graph;
  nodes::SortNode node = made.fill();
  node.lists = made.filled("lists");
  node.list_count = 20;
  made.add(node);
  made.draw();
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
  const nodes::SortNode node = made.fill();
  made.add(node);
  CHECK(made.sorted.keys.index == node.keys.index);
  CHECK(made.sorted.keys.version == node.keys.version + 1);
  const std::string error = test::errorOf([&] { made.add(node, "again"); });
  CHECK(error.find("again") != std::string::npos);
  CHECK(error.find("keys") != std::string::npos);
}

TEST_CASE("a_sort_that_nobody_needs_is_culled") {
  SortedGraph made;
  made.add(made.fill());
  CHECK(test::compile(made.graph).passes.empty());
}

TEST_CASE("a_sort_names_its_pass_by_a_handle") {
  SortedGraph made;
  made.build();
  CHECK(made.graph.find(made.sorted.pass, "the test") == 1);
}
