// Which passes live.
#include <doctest/doctest.h>

#include "graphs.h"

using namespace graph;
using test::addPass;
using test::kWords;
using test::names;

TEST_CASE("culls_passes_nobody_needs") {
  Graph graph;
  BufferHandle used = graph.createBuffer("used", kWords);
  BufferHandle unused = graph.createBuffer("unused", kWords);
  used = addPass(graph, "make").write(used, kComputeWrite);
  unused = addPass(graph, "waste").write(unused, kComputeWrite);
  PassBuilder more_waste = addPass(graph, "more_waste");
  more_waste.read(used, kComputeRead);
  unused = more_waste.readWrite(unused, kComputeReadWrite);
  graph.exportBuffer(used, kHostRead);
  const Plan plan = test::compile(graph);
  CHECK(names(graph, plan) == "make");
  CHECK_FALSE(plan.lifetimes[unused.index].used());
  CHECK(plan.placements[unused.index].block == kNone);
}

TEST_CASE("keeps_the_whole_chain_behind_an_export") {
  Graph graph;
  BufferHandle a = graph.createBuffer("a", kWords);
  BufferHandle b = graph.createBuffer("b", kWords);
  BufferHandle c = graph.importBuffer("c", kWords);
  a = addPass(graph, "first").write(a, kComputeWrite);
  PassBuilder second = addPass(graph, "second");
  second.read(a, kComputeRead);
  b = second.write(b, kComputeWrite);
  PassBuilder third = addPass(graph, "third");
  third.read(b, kComputeRead);
  c = third.write(c, kComputeWrite);
  graph.exportBuffer(c, kHostRead);
  CHECK(names(graph, test::compile(graph)) == "first second third");
}

TEST_CASE("culls_a_write_that_is_overwritten_before_anyone_reads_it") {
  Graph graph;
  BufferHandle keys = graph.createBuffer("keys", kWords);
  keys = addPass(graph, "lost").write(keys, kComputeWrite);
  keys = addPass(graph, "kept").write(keys, kComputeWrite);
  keys = addPass(graph, "changed").readWrite(keys, kComputeReadWrite);
  graph.exportBuffer(keys, kHostRead);
  CHECK(names(graph, test::compile(graph)) == "kept changed");
}

TEST_CASE("side_effects_keep_a_pass_and_what_it_reads") {
  Graph graph;
  BufferHandle keys = graph.createBuffer("keys", kWords);
  keys = addPass(graph, "make").write(keys, kComputeWrite);
  PassBuilder print = addPass(graph, "print");
  print.read(keys, kComputeRead);
  print.sideEffect();
  addPass(graph, "idle");
  CHECK(names(graph, test::compile(graph)) == "make print");
}

TEST_CASE("an_import_that_is_not_exported_keeps_nothing") {
  Graph graph;
  (void)addPass(graph, "write").write(graph.importBuffer("keys", kWords), kComputeWrite);
  CHECK(test::compile(graph).passes.empty());
}

TEST_CASE("a_culled_pass_leaves_no_barrier") {
  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", kWords);
  BufferHandle waste = graph.createBuffer("waste", kWords);
  PassBuilder unused = addPass(graph, "unused");
  unused.read(keys, kComputeRead);
  (void)unused.write(waste, kComputeWrite);
  keys = addPass(graph, "write").write(keys, kComputeWrite);
  graph.exportBuffer(keys, kNoAccess);
  const Plan plan = test::compile(graph);
  CHECK(names(graph, plan) == "write");
  CHECK(plan.passes[0].barriers.empty());
}
