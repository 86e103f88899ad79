#include "graph/dot.h"

#include <doctest/doctest.h>

#include "graphs.h"

using namespace graph;
using test::addPass;
using test::kWords;

TEST_CASE("the_picture_shows_passes_versions_and_what_was_culled") {
  Graph graph;
  BufferHandle keys = graph.importBuffer("the \"keys\"", kWords);
  keys = addPass(graph, "sort").readWrite(keys, kComputeReadWrite);
  graph.exportBuffer(keys, kHostRead);
  (void)addPass(graph, "waste").write(graph.createBuffer("unused", kWords), kComputeWrite);
  PassBuilder two = addPass(graph, "two");  // in one block, side by side
  (void)two.write(graph.createBuffer("a\\b", kWords), kComputeWrite);
  (void)two.write(graph.createBuffer("c", kWords), kComputeWrite);
  two.sideEffect();
  PassBuilder reader = addPass(graph, "reader");
  reader.read(keys, kComputeRead);
  reader.sideEffect();
  const std::string dot = toDot(graph, test::compile(graph));
  CHECK(dot.starts_with("digraph frame {"));
  CHECK(dot.ends_with("}\n"));
  const auto has = [&](const char* text) { return dot.find(text) != std::string::npos; };
  CHECK(has("p0 [shape=box, label=\"sort (0 barriers)\"]"));
  CHECK(has("p1 [shape=box, label=\"waste\", style=dashed"));
  CHECK(has("r0v0 [label=\"the \\\"keys\\\" v0 (imported)\"];"));
  CHECK(has("r0v1 [label=\"the \\\"keys\\\" v1 (imported)\", penwidth=2];"));  // what is exported
  CHECK(has("[label=\"unused v1\"];"));
  CHECK(has("[label=\"a\\\\b v1 (block 0 at 0)\"];"));
  CHECK(has("[label=\"c v1 (block 0 at 256)\"];"));
  CHECK(has("r0v0 -> p0;"));
  CHECK(has("p0 -> r0v1;"));
  CHECK(has("p1 -> r1v1;"));
  CHECK_FALSE(has("r1v0"));  // what is overwritten is not there, nor read
  CHECK(has("r0v1 -> p3;"));
  CHECK_FALSE(has("p3 -> "));  // nor is anything made of what is read
}
