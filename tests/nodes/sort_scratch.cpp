// The scratch memory that a node takes of the graph.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "graph/execute.h"
#include "graph/graphs.h"
#include "sorters.h"
#include "support/devices.h"
#include "support/skip.h"

using namespace graph;
using test::anyDevice;
using test::kCount;
using vksort::Algorithm;
using vksort::Values;

namespace {

constexpr vksort::Features kFeatures = vksort::kFullSubgroups | vksort::kPushDescriptor;

// Keys that are filled, and sorted twice; the graph lets go of what the first sort took before the second begins.
struct TwoSorts {
  TwoSorts(const vksort::Sorter& sorter, bool in_place) {
    PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
    const BufferHandle keys =
        fill.write(graph.createBuffer("keys", {VkDeviceSize{kCount} * 4, test::kUsage}), kTransferWrite);
    nodes::SortNode node{keys, {}, kCount};
    node.in_place = in_place;
    const nodes::Sorted once = nodes::addSort(graph, sorter, node, "once");
    node.keys = once.keys;
    const nodes::Sorted twice = nodes::addSort(graph, sorter, node, "twice");
    PassBuilder draw = test::addPass(graph, "draw");
    draw.read(twice.keys, kVertexRead);
    draw.sideEffect();
  }

  std::vector<VkDeviceSize> scratch() const {
    std::vector<VkDeviceSize> sizes;
    for (const Resource& each : graph.resources())
      if (each.name == "sort scratch") sizes.push_back(each.buffer.size);
    return sizes;
  }

  Graph graph;
};

}  // namespace

TEST_CASE("a_node_takes_the_scratch_memory_that_its_sort_makes_use_of") {
  const auto sorterOf = [](Algorithm algorithm) {
    return test::makeSorterToPlan(anyDevice(), {.features = kFeatures, .algorithm = algorithm});
  };
  const test::NodeSorter radix = sorterOf(Algorithm::radix), bitonic = sorterOf(Algorithm::bitonic),
                         automatic = sorterOf(Algorithm::automatic);
  const VkDeviceSize bytes = radix.sorter.scratchBytes(kCount);
  if (bytes == 0) return test::skip("the device has no radix sort");
  CHECK(TwoSorts(radix.sorter, false).scratch() == std::vector<VkDeviceSize>{bytes, bytes});
  CHECK(TwoSorts(radix.sorter, true).scratch().empty());
  CHECK(TwoSorts(bitonic.sorter, false).scratch().empty());
  // Where it pays, which it does on no software.
  const VkDeviceSize paying = automatic.sorter.scratchBytes(kCount);
  CHECK(TwoSorts(automatic.sorter, false).scratch() == std::vector<VkDeviceSize>(paying == 0 ? 0 : 2, paying));
  if (anyDevice().properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) CHECK(paying == 0);
}

// They take over from each other, and from whatever else had the memory.
TEST_CASE("scratch_memory_is_read_and_written_where_elements_are") {
  constexpr Access kElements{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
  const test::NodeSorter sorter =
      test::makeSorterToPlan(anyDevice(), {.features = kFeatures, .algorithm = Algorithm::radix});
  if (sorter.sorter.scratchBytes(kCount) == 0) return test::skip("the device has no radix sort");
  const TwoSorts sorts(sorter.sorter, false);
  std::vector<uint32_t> taken;
  for (const Pass& pass : sorts.graph.passes())
    for (const Use& use : pass.uses) {
      if (sorts.graph.resources()[use.resource].name != "sort scratch") continue;
      taken.push_back(use.resource);
      CHECK(use.mode == Mode::write);
      CHECK(use.access == kElements);
    }
  REQUIRE(taken.size() == 2);
  const Plan plan = test::compile(sorts.graph);
  REQUIRE(test::names(sorts.graph, plan) == "fill once twice draw");
  REQUIRE(plan.placements[taken[0]].overlaps(plan.placements[taken[1]]));
  const auto handover = test::barrierOn(plan, 2, taken[1]);
  REQUIRE(handover);
  CHECK(handover->aliasing);
  CHECK(handover->src == Access{kElements.stages, VK_ACCESS_SHADER_WRITE_BIT});
  CHECK(handover->dst == kElements);
}

TEST_CASE("sorts_by_radix_through_a_graph_are_sorted") {
  for (const test::TestDevice& each : test::devices()) {
    const gpu::Device& device = *each.device;
    for (const bool in_place : {false, true}) {
      const test::NodeSorter sorter =
          test::makeSorter(device, {.features = vksort::kFullSubgroups, .algorithm = Algorithm::radix});
      std::vector<uint32_t> keys = test::randomKeys(kCount, 7);
      const gpu::Buffer host_keys = test::hostBuffer(device, keys);
      test::sortKeys(device, sorter, kCount, host_keys, nullptr,
                     [in_place](nodes::SortNode& node, BufferHandle) { node.in_place = in_place; });
      std::ranges::sort(keys);
      CHECK(std::ranges::equal(host_keys.as<uint32_t>(), keys));
    }
    test::expectNoValidationMessages();
  }
}
