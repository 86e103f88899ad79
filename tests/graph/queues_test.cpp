// Plans for two queues as plain data.
#include <doctest/doctest.h>

#include "graphs.h"

using namespace graph;
using test::addPass;

namespace {

constexpr VkImageLayout kAsAttachment = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;

// A frame that sorts on the second queue, while it draws a background.
struct Frame {
  Graph graph;
  BufferHandle positions = graph.importBuffer("positions", test::kWords, kVertexRead);
  BufferHandle indices = graph.createBuffer("indices", test::kWords);
  ImageHandle picture;

  explicit Frame(bool in_window = false)
      : picture(in_window ? graph.importImage("picture", test::kPicture, VK_IMAGE_LAYOUT_UNDEFINED, kAcquired)
                          : graph.createImage("picture", test::kPicture)) {
    positions = addPass(graph, "move").readWrite(positions, kComputeReadWrite);
    PassBuilder sort = addPass(graph, "sort");
    graph.onQueue(sort.handle(), Queue::async);
    sort.read(positions, kComputeRead);
    indices = sort.write(indices, kComputeWrite);
    picture = addPass(graph, "background", PassKind::graphics).color(picture, VkClearColorValue{});
    PassBuilder draw = addPass(graph, "draw", PassKind::graphics);
    draw.read(indices, kVertexRead);
    draw.read(positions, kVertexRead);
    picture = draw.color(picture);
    graph.exportImage(picture, kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  }
};

Barrier transfer(BufferHandle buffer, Access src, Access dst, Queue from, Queue to) {
  Barrier barrier{buffer.index, src, dst};
  barrier.from = from;
  barrier.to = to;
  return barrier;
}

}  // namespace

TEST_CASE("a_sort_on_the_second_queue_waits_for_its_input_and_the_draw_for_the_sort") {
  const Frame frame;
  const Plan plan = graph::compile(frame.graph, test::plainNeeds, 2);
  CHECK(test::names(frame.graph, plan) == "move sort background draw");
  using Passes = std::vector<uint32_t>;
  REQUIRE(plan.batches.size() == 5);
  const auto check = [&](std::size_t batch, Queue queue, const Passes& passes, uint32_t waits) {
    CAPTURE(batch);
    CHECK(plan.batches[batch].queue == queue);
    CHECK(plan.batches[batch].passes == passes);
    CHECK(plan.batches[batch].waits == waits);
  };
  check(0, Queue::main, {}, 0);
  check(1, Queue::main, {0}, 0);
  check(2, Queue::async, {1}, 2);
  check(3, Queue::main, {2}, 0);  // beside the sort
  check(4, Queue::main, {3}, 1);

  constexpr Access kAsVertex{VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, 0},
      kAsCompute{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0};
  const auto out = std::pair{Queue::main, Queue::async}, back = std::pair{Queue::async, Queue::main};
  using Barriers = std::vector<Barrier>;
  CHECK(plan.batches[1].releases ==
        Barriers{transfer(frame.positions, kComputeWrite, kNoAccess, out.first, out.second)});
  CHECK(plan.passes[1].barriers ==
        Barriers{transfer(frame.positions, kAsCompute, kComputeRead, out.first, out.second)});
  CHECK(plan.batches[2].releases ==
        Barriers{transfer(frame.indices, kComputeWrite, kNoAccess, back.first, back.second),
                 transfer(frame.positions, kAsCompute, kNoAccess, back.first, back.second)});
  CHECK(plan.passes[3].barriers == Barriers{transfer(frame.indices, kAsVertex, kVertexRead, back.first, back.second),
                                            transfer(frame.positions, kAsVertex, kVertexRead, back.first, back.second),
                                            Barrier{frame.picture.index,
                                                    {kColorAttachment.stages, writeBits(kColorAttachment.access)},
                                                    kColorAttachment,
                                                    kAsAttachment,
                                                    kAsAttachment}});
}

// What comes before draws nothing there, and needs not wait for the display.
TEST_CASE("a_batch_signals_if_another_waits_for_it_and_the_first_that_draws_to_a_window_waits_for_its_image") {
  const auto marked = [](const Graph& graph, bool Batch::*mark, uint32_t queues = 2) {
    const Plan plan = graph::compile(graph, test::plainNeeds, queues);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < plan.batches.size(); ++i)
      if (plan.batches[i].*mark) found.push_back(i);
    return found;
  };
  using Batches = std::vector<std::size_t>;
  const Frame frame;
  CHECK(marked(frame.graph, &Batch::signals) == Batches{1, 2});
  CHECK(marked(frame.graph, &Batch::acquires) == Batches{4});  // nobody uses one: the last
  CHECK(marked(frame.graph, &Batch::signals, 1).empty());
  CHECK(marked(frame.graph, &Batch::acquires, 1) == Batches{0});
  Frame window(true);
  CHECK(marked(window.graph, &Batch::acquires) == Batches{3});  // neither the motion nor the sort
  PassBuilder pass = addPass(window.graph, "store");
  window.graph.onQueue(pass.handle(), Queue::async);
  pass.sideEffect();
  (void)pass.write(window.graph.importImage("other", test::kPicture, VK_IMAGE_LAYOUT_UNDEFINED, kComputeRead),
                   kComputeWrite, VK_IMAGE_LAYOUT_GENERAL);
  CHECK(marked(window.graph, &Batch::acquires) == Batches{0});  // which the second queue waits for
}

TEST_CASE("one_queue_takes_all_passes_in_one_batch") {
  const Frame frame;
  const Plan plan = graph::compile(frame.graph, test::plainNeeds);
  REQUIRE(plan.batches.size() == 1);
  CHECK(plan.batches[0].passes == std::vector<uint32_t>{0, 1, 2, 3});
  CHECK(plan.batches[0].releases.empty());
  for (const PlannedPass& planned : plan.passes)
    for (const Barrier& barrier : planned.barriers) CHECK(barrier.from == barrier.to);
}

TEST_CASE("resources_of_two_queues_share_no_memory") {
  Graph graph;
  const auto chain = [&](const char* name, Queue queue) {
    BufferHandle last = graph.createBuffer(name, test::kWords);
    PassBuilder first = addPass(graph, name);
    graph.onQueue(first.handle(), queue);
    last = first.write(last, kComputeWrite);
    PassBuilder second = addPass(graph, name);
    graph.onQueue(second.handle(), queue);
    second.read(last, kComputeRead);
    second.sideEffect();
    return last.index;
  };
  const uint32_t a = chain("a", Queue::main), b = chain("b", Queue::async), c = chain("c", Queue::async);
  const Plan one = graph::compile(graph, test::plainNeeds), two = graph::compile(graph, test::plainNeeds, 2);
  CHECK(one.placements[a].overlaps(one.placements[b]));
  CHECK_FALSE(two.placements[a].overlaps(two.placements[b]));
  CHECK(two.placements[b].overlaps(two.placements[c]));
}

TEST_CASE("compile_refuses_graphics_on_the_second_queue") {
  Graph graph;
  PassBuilder draw = addPass(graph, "draw", PassKind::graphics);
  (void)draw.color(graph.createImage("picture", test::kPicture), VkClearColorValue{});
  graph.onQueue(draw.handle(), Queue::async);
  for (const uint32_t queues : {1U, 2U})
    test::checkError({"pass 'draw'", "onQueue(Queue::main)"},
                     [&] { (void)graph::compile(graph, test::plainNeeds, queues); });
  Graph reads;
  PassBuilder pass = addPass(reads, "sort");
  pass.read(reads.importBuffer("positions", test::kWords), kVertexRead);
  reads.onQueue(pass.handle(), Queue::async);
  test::checkError({"pass 'sort'", "stages of graphics"}, [&] { (void)graph::compile(reads, test::plainNeeds, 2); });
}

TEST_CASE("compile_refuses_other_numbers_of_queues_than_one_and_two") {
  const Frame frame;
  for (const uint32_t queues : {0U, 3U})
    test::checkError({"1 or 2 queues, not ", std::to_string(queues).c_str()},
                     [&] { (void)graph::compile(frame.graph, test::plainNeeds, queues); });
}

TEST_CASE("dot_draws_the_batches_of_two_queues") {
  const Frame frame;
  const std::string two = toDot(frame.graph, graph::compile(frame.graph, test::plainNeeds, 2));
  CHECK(two.find("label=\"batch 2 of async, waits for 2 of main\"; p1; }") != std::string::npos);
  CHECK(two.find("label=\"batch 4 of main, waits for 1 of async\"; p3; }") != std::string::npos);
  CHECK(toDot(frame.graph, graph::compile(frame.graph, test::plainNeeds)).find("cluster") == std::string::npos);
}
