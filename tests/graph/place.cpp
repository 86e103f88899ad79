// Lifetimes and shared memory.
#include <doctest/doctest.h>

#include "graphs.h"

using namespace graph;
using test::addPass;
using test::barrierOn;
using test::kWords;

namespace {

// pass i reads buffer i-1 and writes buffer i, for `count` transient buffers; the last pass is kept.
std::vector<BufferHandle> chain(Graph& graph, std::size_t count, VkDeviceSize size) {
  std::vector<BufferHandle> buffers;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = std::string("b").append(std::to_string(i));
    PassBuilder pass = addPass(graph, name.c_str());
    if (i > 0) pass.read(buffers[i - 1], kComputeRead);
    buffers.push_back(pass.write(graph.createBuffer(name, {size, kWords.usage}), kComputeWrite));
    if (i + 1 == count) pass.sideEffect();
  }
  return buffers;
}

// Every pair that lives at the same time has memory of its own.
void checkDisjoint(const Plan& plan) {
  for (std::size_t i = 0; i < plan.placements.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (plan.placements[i].block != kNone && plan.placements[j].block != kNone &&
          plan.lifetimes[i].overlaps(plan.lifetimes[j]))
        CHECK_FALSE(plan.placements[i].overlaps(plan.placements[j]));
}

}  // namespace

TEST_CASE("a_lifetime_runs_from_the_first_to_the_last_use") {
  Graph graph;
  const std::vector<BufferHandle> buffers = chain(graph, 4, 256);
  const Plan plan = test::compile(graph);
  for (uint32_t i = 0; i < 4; ++i) {
    CHECK(plan.lifetimes[buffers[i].index].first == i);
    CHECK(plan.lifetimes[buffers[i].index].last == std::min(i + 1, 3U));
  }
}

TEST_CASE("a_chain_of_any_length_needs_the_memory_of_two") {
  Graph graph;
  chain(graph, 8, 256);
  const Plan plan = test::compile(graph);
  checkDisjoint(plan);
  REQUIRE(plan.blocks.size() == 1);
  CHECK(plan.blocks[0].size == 512);
}

TEST_CASE("memory_that_changes_hands_is_waited_for") {
  Graph graph;
  const std::vector<BufferHandle> b = chain(graph, 3, 256);
  const Plan plan = test::compile(graph);
  REQUIRE(plan.placements[b[2].index].overlaps(plan.placements[b[0].index]));
  const auto barrier = barrierOn(plan, 2, b[2].index);
  REQUIRE(barrier);
  CHECK(barrier->aliasing);
  CHECK(barrier->src == kComputeWrite);  // b0 was written and read by compute
  CHECK(barrier->dst == kComputeWrite);
  CHECK_FALSE(barrierOn(plan, 1, b[1].index));  // fresh memory
}

TEST_CASE("resources_that_live_together_do_not_share") {
  Graph graph;
  PassBuilder make = addPass(graph, "make");
  std::vector<BufferHandle> all;
  for (const VkDeviceSize size : {100, 4, 1000, 36})
    all.push_back(make.write(graph.createBuffer("b", {size, kWords.usage}), kComputeWrite));
  PassBuilder use = addPass(graph, "use");
  use.sideEffect();
  for (const BufferHandle buffer : all) use.read(buffer, kComputeRead);
  const Plan plan = test::compile(graph);
  checkDisjoint(plan);
  for (const BufferHandle buffer : all) {
    CHECK(plan.placements[buffer.index].offset % 16 == 0);
    const Placement& placement = plan.placements[buffer.index];
    CHECK(placement.offset + placement.size <= plan.blocks[placement.block].size);
  }
}

TEST_CASE("a_gap_is_filled_and_the_result_stays_disjoint_for_many_shapes") {
  // A small generator, fixed seed: sizes 1..4096, lifetimes of 1..5 passes.
  uint32_t random = 12345;
  const auto next = [&](uint32_t below) {
    random = random * 1664525U + 1013904223U;
    return (random >> 8) % below;
  };
  for (int round = 0; round < 50; ++round) {
    Graph graph;
    std::vector<std::pair<BufferHandle, std::size_t>> open;  // until which pass a buffer is read
    VkDeviceSize total = 0;
    for (std::size_t i = 0; i < 24; ++i) {
      PassBuilder pass = addPass(graph, "pass");
      pass.sideEffect();
      for (const auto& [buffer, until] : open)
        if (until >= i) pass.read(buffer, kComputeRead);
      const VkDeviceSize size = 1 + next(4096);
      total += size;
      open.emplace_back(pass.write(graph.createBuffer("b", {size, kWords.usage}), kComputeWrite), i + next(5));
    }
    const Plan plan = test::compile(graph);
    checkDisjoint(plan);
    REQUIRE(plan.blocks.size() == 1);
    CHECK(plan.blocks[0].size < total);
  }
}

TEST_CASE("an_exported_transient_shares_with_nobody") {
  Graph graph;
  std::vector<BufferHandle> buffers = chain(graph, 5, 256);
  graph.exportBuffer(buffers[1], kHostRead);
  const Plan plan = test::compile(graph);
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (i != 1) CHECK_FALSE(plan.placements[buffers[i].index].overlaps(plan.placements[buffers[1].index]));
}

TEST_CASE("images_and_buffers_and_memory_types_stay_apart") {
  Graph graph;
  PassBuilder pass = addPass(graph, "pass");
  pass.sideEffect();
  const BufferHandle buffer = pass.write(graph.createBuffer("buffer", kWords), kComputeWrite);
  const BufferHandle other = pass.write(graph.createBuffer("other", kWords), kComputeWrite);
  const ImageHandle image =
      pass.write(graph.createImage("image", test::kPicture), kComputeWrite, VK_IMAGE_LAYOUT_GENERAL);
  const Plan plan = graph::compile(graph, [](const Resource& resource) {
    MemoryNeeds needs = test::plainNeeds(resource);
    if (resource.name == "other") needs.type_bits = 2;
    return needs;
  });
  CHECK(plan.blocks.size() == 3);
  CHECK(plan.placements[buffer.index].block != plan.placements[other.index].block);
  CHECK(plan.placements[buffer.index].block != plan.placements[image.index].block);
}

TEST_CASE("imported_resources_get_no_memory") {
  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", kWords);
  keys = addPass(graph, "sort").readWrite(keys, kComputeReadWrite);
  graph.exportBuffer(keys, kHostRead);
  const Plan plan = test::compile(graph);
  CHECK(plan.blocks.empty());
  CHECK(plan.placements[keys.index].block == kNone);
}
