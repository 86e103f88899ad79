// The cull's node before the sort's: in every frame what is kept is sorted, by the count that the cull wrote.
#include "nodes/cull.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/structs.h"
#include "graph/execute.h"
#include "graph/graphs.h"
#include "sorters.h"

using namespace graph;
using test::kCount;
using test::kFrames;
using test::kUsage;

extern const vksort::CullShaders source_keep;  // keeps odd words, see tests/support/shaders

namespace {

struct CullFrames {
  const gpu::Device& device;
  vksort::Toolkit toolkit{};
  gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(device, 1);
  gpu::DescriptorPool pool{device, 2 * kFrames, 6 * kFrames};
  std::vector<VkDescriptorSet> sets{}, cull_sets{};
  gpu::Buffer source{device, VkDeviceSize{kCount + 3} * 4, kUsage, gpu::Memory::readback};
  gpu::Buffer keys{device, VkDeviceSize{kCount} * 4, kUsage, gpu::Memory::readback};
  gpu::Buffer indices{device, VkDeviceSize{kCount} * 4, kUsage, gpu::Memory::readback};
  gpu::Buffer arguments{device, 16, kUsage, gpu::Memory::readback};

  CullFrames(const gpu::Device& of, bool push) : device(of) {
    vksort::ToolkitInfo info = {nodes::deviceOf(of), &source_keep, layout.get()};
    if (!push) info.device.enabled_features = 0;
    REQUIRE(vksort::Toolkit::create(info, toolkit) == VK_SUCCESS);
    const VkDescriptorBufferInfo words = {source.handle(), 0, source.size()};
    for (uint32_t i = 0; i < kFrames; ++i) {
      if (!push) sets.push_back(pool.allocate(toolkit.descriptorSetLayout()));
      cull_sets.push_back(pool.allocate(layout.get()));
      gpu::writeStorageBuffers(of, cull_sets.back(), {&words, 1});
    }
  }

  void run(const test::NodeSorter& sorter) {
    Graph graph;
    const BufferHandle host_source = graph.importBuffer("source", {source.size(), kUsage}, kHostRead);
    nodes::CullNode node;
    node.keys = graph.importBuffer("keys", {keys.size(), kUsage}, kHostRead);
    node.indices = graph.importBuffer("indices", {indices.size(), kUsage}, kHostRead);
    node.count = kCount;
    node.arguments = graph.importBuffer("arguments", {arguments.size(), kUsage}, kHostRead);
    node.kept = {.offset = offsetof(VkDrawIndirectCommand, instanceCount)};
    node.reads = {&host_source, 1};
    node.sets = sets;
    node.cull_sets = cull_sets;
    const nodes::Culled culled = nodes::addCull(graph, toolkit, node);
    nodes::SortNode sort;
    sort.keys = culled.keys;
    sort.payload = culled.indices;
    sort.count = kCount;
    sort.count_buffer = culled.arguments;
    sort.count_offset = node.kept.offset;
    sort.sets = sorter.sets;
    const nodes::Sorted sorted = nodes::addSort(graph, sorter.sorter, sort);
    for (const BufferHandle out : {sorted.keys, sorted.payload, culled.arguments}) graph.exportBuffer(out, kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan), kFrames);
    const std::pair<BufferHandle, const gpu::Buffer*> bound[] = {
        {host_source, &source}, {node.keys, &keys}, {node.indices, &indices}, {node.arguments, &arguments}};
    for (const auto& [handle, buffer] : bound) executor.bind(handle, buffer->handle());
    for (uint32_t frame = 0; frame < kFrames; ++frame) check(executor, frame);
  }

  void check(Executor& executor, uint32_t frame) const {
    const std::vector<uint32_t> words = test::randomKeys(kCount, frame);
    std::ranges::copy(words, source.as<uint32_t>().begin() + 2);
    source.as<uint32_t>()[0] = kCount;
    source.flush();
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd, frame); });
    for (const gpu::Buffer* buffer : {&keys, &indices, &arguments}) buffer->invalidate();
    std::vector<uint32_t> kept;
    for (uint32_t i = 0; i < kCount; ++i)
      if (words[i] % 2 == 1) kept.push_back(i);
    std::ranges::stable_sort(kept, {}, [&](uint32_t i) { return ~words[i]; });
    REQUIRE(arguments.as<uint32_t>()[1] == kept.size());
    CHECK(std::equal(kept.begin(), kept.end(), indices.as<uint32_t>().begin()));
    for (std::size_t i = 0; i < kept.size(); ++i) REQUIRE(keys.as<uint32_t>()[i] == ~words[kept[i]]);
  }
};

}  // namespace

TEST_CASE("what_the_cull_node_keeps_is_sorted_in_every_frame") {
  for (const test::TestDevice& entry : test::devices()) {
    for (const bool push : {true, false}) {
      CullFrames frames(*entry.device, push);
      test::Kind kind;
      kind.payload = vksort::Payload::u32;
      kind.features = push ? nodes::deviceOf(*entry.device).enabled_features : 0;
      const test::NodeSorter sorter = test::makeSorter(*entry.device, kind, kFrames);
      frames.run(sorter);
    }
    test::expectNoValidationMessages();
  }
}

TEST_CASE("a_cull_without_a_set_for_each_frame_is_refused_when_it_is_recorded") {
  const gpu::Device& device = test::anyDevice();
  CullFrames frames(device, true);
  frames.cull_sets.clear();
  test::Kind kind;
  kind.payload = vksort::Payload::u32;
  const test::NodeSorter sorter = test::makeSorter(device, kind, kFrames);
  test::checkError({"cull:", "generator_set"}, [&] { frames.run(sorter); });
}
