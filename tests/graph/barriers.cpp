// Every kind of hazard on a buffer, as the data that vkCmdPipelineBarrier gets.
#include <doctest/doctest.h>

#include "graphs.h"

using namespace graph;
using test::addPass;
using test::barrierOn;
using test::kWords;

namespace {

constexpr Access kComputeUniformRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT};

// A pass that reads and is kept.
void reader(Graph& graph, const char* name, BufferHandle buffer, Access access) {
  PassBuilder pass = addPass(graph, name);
  pass.read(buffer, access);
  pass.sideEffect();
}

BufferHandle writer(Graph& graph, const char* name, BufferHandle buffer, Access access) {
  PassBuilder pass = addPass(graph, name);
  pass.sideEffect();
  return pass.write(buffer, access);
}

}  // namespace

// What the commands do that these are named after: the stage and kinds of access by the tables of the specification.
TEST_CASE("named_accesses_are_those_of_their_commands") {
  CHECK(kComputeRead == Access{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT});
  CHECK(kComputeWrite == Access{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT});
  CHECK(kComputeReadWrite.stages == kComputeRead.stages);
  CHECK(kComputeReadWrite.access == (kComputeRead.access | kComputeWrite.access));
  CHECK(kVertexRead == Access{VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT});
  CHECK(kFragmentRead == Access{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT});
  CHECK(kIndirectRead == Access{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT});
  CHECK(kTransferRead == Access{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
  CHECK(kTransferWrite == Access{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
  CHECK(kHostRead == Access{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
  CHECK(kColorAttachment == Access{VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                   VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT});
}

TEST_CASE("the_first_write_of_a_transient_waits_for_nothing") {
  Graph graph;
  const BufferHandle keys = writer(graph, "write", graph.createBuffer("keys", kWords), kComputeWrite);
  CHECK_FALSE(barrierOn(test::compile(graph), 0, keys.index));
}

TEST_CASE("a_read_after_a_write_sees_it") {
  Graph graph;
  const BufferHandle keys = writer(graph, "fill", graph.createBuffer("keys", kWords), kTransferWrite);
  reader(graph, "sort", keys, kComputeRead);
  const auto barrier = barrierOn(test::compile(graph), 1, keys.index);
  REQUIRE(barrier);
  CHECK(barrier->src == kTransferWrite);
  CHECK(barrier->dst == kComputeRead);
}

TEST_CASE("a_write_after_a_read_is_an_execution_dependency") {
  Graph graph;
  const BufferHandle keys = writer(graph, "fill", graph.createBuffer("keys", kWords), kTransferWrite);
  reader(graph, "draw", keys, kVertexRead);
  (void)writer(graph, "refill", keys, kComputeWrite);
  const auto barrier = barrierOn(test::compile(graph), 2, keys.index);
  REQUIRE(barrier);
  CHECK(barrier->src == Access{kVertexRead.stages, 0});
  CHECK(barrier->dst == kComputeWrite);
}

TEST_CASE("a_write_waits_for_all_readers_before_it") {
  Graph graph;
  const BufferHandle keys = writer(graph, "fill", graph.createBuffer("keys", kWords), kTransferWrite);
  reader(graph, "draw", keys, kVertexRead);
  reader(graph, "scan", keys, kComputeRead);
  reader(graph, "scan_again", keys, kComputeRead);
  (void)writer(graph, "refill", keys, kTransferWrite);
  const auto barrier = barrierOn(test::compile(graph), 4, keys.index);
  REQUIRE(barrier);
  CHECK(barrier->src == Access{kVertexRead.stages | kComputeRead.stages, 0});
}

TEST_CASE("a_write_after_a_write_waits_for_its_memory") {
  Graph graph;
  BufferHandle keys = writer(graph, "first", graph.createBuffer("keys", kWords), kTransferWrite);
  keys = writer(graph, "second", keys, kComputeWrite);
  const auto barrier = barrierOn(test::compile(graph), 1, keys.index);
  REQUIRE(barrier);
  CHECK(barrier->src == kTransferWrite);
  CHECK(barrier->dst == kComputeWrite);
}

TEST_CASE("two_changes_in_place_get_write_to_read_and_write") {
  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", kWords);
  keys = addPass(graph, "first").readWrite(keys, kComputeReadWrite);
  keys = addPass(graph, "second").readWrite(keys, kComputeReadWrite);
  graph.exportBuffer(keys, kNoAccess);
  const Plan plan = test::compile(graph);
  CHECK_FALSE(barrierOn(plan, 0, keys.index));
  const auto barrier = barrierOn(plan, 1, keys.index);
  REQUIRE(barrier);
  CHECK(barrier->src == kComputeWrite);
  CHECK(barrier->dst == kComputeReadWrite);
}

TEST_CASE("a_read_after_a_read_waits_for_nothing") {
  Graph graph;
  const BufferHandle keys = writer(graph, "fill", graph.createBuffer("keys", kWords), kTransferWrite);
  reader(graph, "once", keys, kComputeRead);
  reader(graph, "twice", keys, kComputeRead);
  const Plan plan = test::compile(graph);
  CHECK(barrierOn(plan, 1, keys.index));
  CHECK_FALSE(barrierOn(plan, 2, keys.index));
}

TEST_CASE("each_reading_stage_and_each_kind_of_read_sees_the_write") {
  Graph graph;
  const BufferHandle keys = writer(graph, "fill", graph.createBuffer("keys", kWords), kTransferWrite);
  reader(graph, "draw", keys, kVertexRead);
  reader(graph, "scan", keys, kComputeUniformRead);
  reader(graph, "load", keys, kComputeRead);  // same stage as scan, vertex stage's access: seen by neither together
  reader(graph, "draw_again", keys, kVertexRead);
  const Plan plan = test::compile(graph);
  const Access expected[] = {kVertexRead, kComputeUniformRead, kComputeRead};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto barrier = barrierOn(plan, i + 1, keys.index);
    REQUIRE(barrier);
    CHECK(barrier->src == kTransferWrite);
    CHECK(barrier->dst == expected[i]);
  }
  CHECK_FALSE(barrierOn(plan, 4, keys.index));
}

TEST_CASE("changing_in_place_after_others_read_waits_for_readers_and_sees_the_write") {
  Graph graph;
  const BufferHandle keys = writer(graph, "fill", graph.createBuffer("keys", kWords), kTransferWrite);
  reader(graph, "draw", keys, kVertexRead);
  PassBuilder sort = addPass(graph, "sort");
  sort.sideEffect();
  (void)sort.readWrite(keys, kComputeReadWrite);
  const auto barrier = barrierOn(test::compile(graph), 2, keys.index);
  REQUIRE(barrier);
  CHECK(barrier->src == Access{kTransferWrite.stages | kVertexRead.stages, kTransferWrite.access});
  CHECK(barrier->dst == kComputeReadWrite);
}

TEST_CASE("an_import_waits_for_what_came_before_the_graph") {
  Graph graph;
  const BufferHandle written = graph.importBuffer("written", kWords, kTransferWrite);
  const BufferHandle read = graph.importBuffer("read", kWords, kVertexRead);
  const BufferHandle idle = graph.importBuffer("idle", kWords);
  PassBuilder pass = addPass(graph, "pass");
  pass.sideEffect();
  pass.read(written, kComputeRead);
  (void)pass.write(read, kComputeWrite);
  (void)pass.write(idle, kComputeWrite);
  const Plan plan = test::compile(graph);
  REQUIRE(barrierOn(plan, 0, written.index));
  CHECK(barrierOn(plan, 0, written.index)->src == kTransferWrite);
  REQUIRE(barrierOn(plan, 0, read.index));
  CHECK(barrierOn(plan, 0, read.index)->src == Access{kVertexRead.stages, 0});
  CHECK_FALSE(barrierOn(plan, 0, idle.index));
}

TEST_CASE("a_use_without_a_kind_of_access_waits_and_is_waited_for") {
  constexpr Access kSemaphore{VK_PIPELINE_STAGE_TRANSFER_BIT, 0};
  Graph graph;
  const BufferHandle received = graph.importBuffer("received", kWords, kSemaphore);
  reader(graph, "draw", received, kVertexRead);
  reader(graph, "draw_again", received, kVertexRead);
  const BufferHandle sent = writer(graph, "send", graph.createBuffer("sent", kWords), kComputeWrite);
  graph.exportBuffer(sent, kSemaphore);
  const Plan plan = test::compile(graph);
  const auto barrier = barrierOn(plan, 0, received.index);
  REQUIRE(barrier);
  CHECK(barrier->src == kSemaphore);
  CHECK(barrier->dst == kVertexRead);
  CHECK_FALSE(barrierOn(plan, 1, received.index));
  REQUIRE(plan.final_barriers.size() == 1);
  CHECK(plan.final_barriers[0].src == kComputeWrite);
  CHECK(plan.final_barriers[0].dst == kSemaphore);
}

TEST_CASE("an_export_is_available_to_the_outside") {
  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", kWords);
  keys = addPass(graph, "sort").readWrite(keys, kComputeReadWrite);
  graph.exportBuffer(keys, kHostRead);
  const Plan plan = test::compile(graph);
  REQUIRE(plan.final_barriers.size() == 1);
  CHECK(plan.final_barriers[0].src == kComputeWrite);
  CHECK(plan.final_barriers[0].dst == kHostRead);
}

TEST_CASE("an_export_that_waits_for_nothing_leaves_no_barrier") {
  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", kWords);
  keys = addPass(graph, "sort").readWrite(keys, kComputeReadWrite);
  graph.exportBuffer(keys, kNoAccess);
  CHECK(test::compile(graph).final_barriers.empty());
}

TEST_CASE("the_same_graph_gives_the_same_plan") {
  Graph graph;
  BufferHandle keys = writer(graph, "fill", graph.createBuffer("keys", kWords), kTransferWrite);
  reader(graph, "draw", keys, kVertexRead);
  const Plan a = test::compile(graph);
  const Plan b = test::compile(graph);
  REQUIRE(a.passes.size() == b.passes.size());
  for (std::size_t i = 0; i < a.passes.size(); ++i) CHECK(a.passes[i].barriers == b.passes[i].barriers);
}
