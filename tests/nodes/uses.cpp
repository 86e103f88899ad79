// What the node declares in every mode, against a reading of vksort.h, and what becomes of it in a plan.
#include <doctest/doctest.h>

#include <map>

#include "graph/graphs.h"
#include "index_keys.h"
#include "sorters.h"
#include "source_keys.h"
#include "support/devices.h"
#include "support/skip.h"
#include "vksort_indirect.h"
#include "vksort_segments.h"

using namespace graph;
using vksort::Payload;

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
    CHECK(graph.find(twice.pass, "the test") == 2);
    keys = twice.keys;
  }

  void draw() {
    PassBuilder pass = test::addPass(graph, "draw");
    pass.read(keys, kVertexRead);
    pass.sideEffect();
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
