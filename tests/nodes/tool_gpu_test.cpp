// Checks that nodes of Toolkit calls and sorts compute the same results as the CPU in every frame.
#include "nodes/tool.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/structs.h"
#include "graph/executor.h"
#include "graph/graphs.h"
#include "sorters.h"

using namespace graph;
using test::kCount;
using test::kFrames;
using test::kUsage;

namespace {

constexpr uint32_t kLowest = 1u << 31;  // keeps half of the random keys

cases::Configuration pairSort(bool features) {
  cases::Configuration configuration = test::kPlainSort;
  configuration.payload = vksort::Payload::u32;
  configuration.push_descriptor = configuration.full_subgroups = features;
  return configuration;
}

struct CullFrames {
  const gpu::Device& device;
  vksort::Toolkit toolkit{};
  gpu::DescriptorPool pool{device, kFrames, kFrames* VKSORT_DESCRIPTORS_PER_SET};
  std::vector<VkDescriptorSet> sets{};
  gpu::Buffer source{device, VkDeviceSize{kCount} * 4, kUsage, gpu::Memory::readback};
  gpu::Buffer keys{device, VkDeviceSize{kCount} * 4, kUsage, gpu::Memory::readback};
  gpu::Buffer indices{device, VkDeviceSize{kCount} * 4, kUsage, gpu::Memory::readback};
  gpu::Buffer arguments{device, 16, kUsage, gpu::Memory::readback};

  CullFrames(const gpu::Device& of, bool push) : device(of) {
    vksort::ToolkitInfo info = {nodes::deviceOf(of)};
    if (!push) info.device.enabled_features = 0;
    REQUIRE(vksort::Toolkit::create(info, toolkit) == VK_SUCCESS);
    for (uint32_t i = 0; i < kFrames && !push; ++i) sets.push_back(pool.allocate(toolkit.descriptorSetLayout()));
  }

  void run(const test::NodeSorter& sorter) {
    Graph graph;
    const BufferHandle host_source = graph.importBuffer("source", {source.size(), kUsage}, kHostRead);
    const BufferHandle to[] = {graph.importBuffer("keys", {keys.size(), kUsage}, kHostRead),
                               graph.importBuffer("indices", {indices.size(), kUsage}, kHostRead),
                               graph.importBuffer("arguments", {arguments.size(), kUsage}, kHostRead)};
    constexpr VkDeviceSize kKeptOffset = offsetof(VkDrawIndirectCommand, instanceCount);
    nodes::ToolNode node;
    node.reads = {&host_source, 1};
    node.writes = to;
    node.scratch_bytes = toolkit.scratchBytes(kCount);
    node.descriptor_sets = sets;
    node.record = [this, host_source, &to](const nodes::ToolContext& with) {
      return toolkit.recordCull(with.cmd(), {.source = with.range(host_source),
                                             .count = kCount,
                                             .lowest = kLowest,
                                             .indices = with.range(to[1]),
                                             .keys = with.range(to[0]),
                                             .kept = {.buffer = with.buffer(to[2]), .offset = kKeptOffset},
                                             .scratch = with.scratch,
                                             .descriptor_set = with.descriptor_set});
    };
    const std::vector<BufferHandle> culled = nodes::addTool(graph, node, "cull").written;
    nodes::SortNode sort;
    sort.keys = culled[0];
    sort.payload = culled[1];
    sort.count = kCount;
    sort.count_buffer = culled[2];
    sort.count_offset = kKeptOffset;
    sort.descriptor_sets = sorter.sets;
    const nodes::SortOutput sorted = nodes::addSort(graph, sorter.sorter, sort);
    for (const BufferHandle out : {sorted.keys, sorted.payload, culled[2]}) graph.exportBuffer(out, kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan), kFrames);
    const std::pair<BufferHandle, const gpu::Buffer*> bound[] = {
        {host_source, &source}, {to[0], &keys}, {to[1], &indices}, {to[2], &arguments}};
    for (const auto& [handle, buffer] : bound) executor.bind(handle, buffer->handle());
    for (uint32_t frame = 0; frame < kFrames; ++frame) check(executor, frame);
  }

  void check(Executor& executor, uint32_t frame) const {
    const std::vector<uint32_t> words = test::randomKeys(kCount, frame);
    std::ranges::copy(words, source.as<uint32_t>().begin());
    source.flush();
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.record(cmd, frame); });
    for (const gpu::Buffer* buffer : {&keys, &indices, &arguments}) buffer->invalidate();
    std::vector<uint32_t> kept;
    for (uint32_t i = 0; i < kCount; ++i)
      if (words[i] >= kLowest) kept.push_back(i);
    std::ranges::stable_sort(kept, {}, [&](uint32_t i) { return words[i]; });
    REQUIRE(arguments.as<uint32_t>()[1] == kept.size());
    CHECK(std::equal(kept.begin(), kept.end(), indices.as<uint32_t>().begin()));
    for (std::size_t i = 0; i < kept.size(); ++i) REQUIRE(keys.as<uint32_t>()[i] == words[kept[i]]);
  }
};

}  // namespace

TEST_CASE("culled_elements_are_sorted_in_every_frame") {
  for (const test::TestDevice& entry : test::devices()) {
    for (const bool push : {true, false}) {
      CullFrames frames(*entry.device, push);
      const test::NodeSorter sorter = test::makeSorter(*entry.device, pairSort(push), kFrames);
      frames.run(sorter);
    }
    test::expectNoValidationMessages();
  }
}

TEST_CASE("a_cull_needs_a_descriptor_set_for_each_frame") {
  const gpu::Device& device = test::anyDevice();
  CullFrames frames(device, false);
  frames.sets.clear();
  const test::NodeSorter sorter = test::makeSorter(device, pairSort(false), kFrames);
  test::checkError({"pass 'cull'", "descriptor_set"}, [&] { frames.run(sorter); });
}

TEST_CASE("selected_elements_are_sorted_and_gathered_in_one_graph") {
  constexpr uint32_t kSelected = 500;
  const std::vector<uint32_t> words = test::randomKeys(kCount, 7);
  std::vector<uint32_t> order(kCount);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](uint32_t i) { return words[i]; });
  for (const test::TestDevice& entry : test::devices()) {
    const gpu::Device& device = *entry.device;
    vksort::Toolkit toolkit;
    REQUIRE(vksort::Toolkit::create({.device = nodes::deviceOf(device)}, toolkit) == VK_SUCCESS);
    const test::NodeSorter sorter = test::makeSorter(device, pairSort(true));
    const gpu::Buffer source = test::hostBuffer(device, words);
    const gpu::Buffer target = test::hostBuffer(device, std::vector<uint32_t>(kSelected));
    Graph graph;
    const BufferHandle from = graph.importBuffer("source", {source.size(), kUsage}, kHostRead);
    const BufferHandle out = graph.importBuffer("target", {target.size(), kUsage}, kHostRead);
    const BufferHandle selected[] = {graph.createBuffer("keys", {kSelected * 4, kUsage}),
                                     graph.createBuffer("indices", {kSelected * 4, kUsage}),
                                     graph.createBuffer("count", {4, kUsage})};
    vksort::SelectInfo select = {.count = kCount, .k = kSelected};
    nodes::ToolNode node;
    node.reads = {&from, 1};
    node.writes = selected;
    node.scratch_bytes = toolkit.scratchBytes(select);
    node.record = [&](const nodes::ToolContext& with) {
      select.source = with.range(from);
      select.keys = with.range(selected[0]);
      select.indices = with.range(selected[1]);
      select.selected.buffer = with.buffer(selected[2]);
      select.scratch = with.scratch;
      return toolkit.recordSelect(with.cmd(), select);
    };
    const std::vector<BufferHandle> written = nodes::addTool(graph, node, "select").written;
    nodes::SortNode sort;
    sort.keys = written[0];
    sort.payload = written[1];
    sort.count = kSelected;
    const BufferHandle sorted = nodes::addSort(graph, sorter.sorter, sort).payload, reads[] = {from, sorted};
    const auto gather = [&](const nodes::ToolContext& with) {
      return toolkit.recordGather(with.cmd(), {.source = with.range(from),
                                               .target = with.range(out),
                                               .indices = with.range(sorted),
                                               .count = kSelected,
                                               .element_words = 1});
    };
    const nodes::ToolOutput gathered =
        nodes::addTool(graph, {.reads = reads, .writes = {&out, 1}, .record = gather}, "gather");
    graph.exportBuffer(gathered.written[0], kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan), 1);
    executor.bind(from, source.handle());
    executor.bind(out, target.handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.record(cmd, 0); });
    target.invalidate();
    for (uint32_t i = 0; i < kSelected; ++i) REQUIRE(target.as<uint32_t>()[i] == words[order[i]]);
  }
  test::expectNoValidationMessages();
}
