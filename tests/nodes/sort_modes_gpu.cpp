// The node sorts in every mode of a Sorter, which it asks for it, on every device.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "gpu/commands.h"
#include "graph/execute.h"
#include "sorters.h"
#include "source_hook.h"
#include "support/devices.h"

using namespace graph;
using test::copyPass;
using test::hostBuffer;
using test::kCount;
using test::kUsage;
using test::NodeSorter;
using test::randomKeys;
using test::sortKeys;
using vksort::Count;

// Only as many keys as the count says, which the graph itself copied there, are sorted.
TEST_CASE("the_node_sorts_as_many_as_a_buffer_of_the_graph_says") {
  constexpr uint32_t kFound = 7001;
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const NodeSorter sorter = test::makeSorter(device, {.count = Count::device});
    std::vector<uint32_t> keys = randomKeys(kCount, 5);
    const gpu::Buffer host_keys = hostBuffer(device, keys);
    const gpu::Buffer host_count = hostBuffer(device, {0, 0, kFound});
    sortKeys(device, sorter, kCount, host_keys, &host_count, [](nodes::SortNode& node, BufferHandle count) {
      node.device_count = count;
      node.device_count_offset = 8;
    });
    std::sort(keys.begin(), keys.begin() + kFound);
    CHECK(std::ranges::equal(host_keys.as<uint32_t>(), keys));
    test::expectNoValidationMessages();
  }
}

// Of last frame's order, with a few elements elsewhere.
TEST_CASE("the_node_repairs_what_was_in_order") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const NodeSorter sorter = test::makeSorter(device, {.coherent = true});
    std::vector<uint32_t> keys = randomKeys(kCount, 8);
    std::ranges::sort(keys);
    for (uint32_t i = 0; i + 300 < kCount; i += 1000) std::swap(keys[i], keys[i + 299]);
    const gpu::Buffer host_keys = hostBuffer(device, keys);
    sortKeys(device, sorter, kCount, host_keys, nullptr, [](nodes::SortNode&, BufferHandle) {});
    std::ranges::sort(keys);
    CHECK(std::ranges::equal(host_keys.as<uint32_t>(), keys));
    test::expectNoValidationMessages();
  }
}

// Each list of the table, which the graph itself copied there, is sorted by itself.
TEST_CASE("the_node_sorts_the_lists_of_a_buffer_of_the_graph") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const NodeSorter sorter = test::makeSorter(device, {.count = Count::lists});
    std::vector<uint32_t> keys = randomKeys(kCount, 6);
    const gpu::Buffer host_keys = hostBuffer(device, keys);
    const gpu::Buffer host_lists = hostBuffer(device, {0, 0, 5000, 2000, 17, 90, 200, 700});
    sortKeys(device, sorter, kCount, host_keys, &host_lists, [](nodes::SortNode& node, BufferHandle lists) {
      node.lists = lists;
      node.lists_offset = 8;
      node.list_count = 3;
      node.largest = 1500;
    });
    for (const auto& [first, count] : {std::pair{5000, 1500}, std::pair{17, 90}, std::pair{200, 700}})
      std::sort(keys.begin() + first, keys.begin() + first + count);
    CHECK(std::ranges::equal(host_keys.as<uint32_t>(), keys));
    test::expectNoValidationMessages();
  }
}

// The keys are computed from a buffer that the graph itself copied there.
TEST_CASE("the_node_sorts_by_keys_of_a_hook") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(device, 1);
    const vksort::Hook hook{source_hook, layout.get()};
    const NodeSorter sorter = test::makeSorter(device, {.hook = &hook});
    gpu::DescriptorPool pool(device, 1, 1);
    const VkDescriptorSet hook_set = pool.allocate(layout.get());
    std::vector<uint32_t> keys = randomKeys(kCount, 7), words = {kCount, 0};
    for (const uint32_t key : keys) words.push_back(~key);
    words.push_back(0);
    const gpu::Buffer host_words = hostBuffer(device, words), host_keys = hostBuffer(device, keys);
    const gpu::Buffer source_words(device, host_words.size(), kUsage);
    const VkDescriptorBufferInfo whole{source_words.handle(), 0, VK_WHOLE_SIZE};
    gpu::writeStorageBuffers(device, hook_set, {&whole, 1});
    Graph graph;
    const BufferInfo words_info{host_words.size(), kUsage}, keys_info{host_keys.size(), kUsage};
    const BufferHandle outside_words = graph.importBuffer("host words", words_info, kTransferWrite);
    BufferHandle outside = graph.importBuffer("host keys", keys_info, kTransferWrite);
    const BufferHandle source =
        copyPass(graph, "upload", outside_words, graph.importBuffer("source", words_info, kTransferWrite));
    nodes::SortNode node{graph.createBuffer("keys", keys_info), {}, kCount, sorter.sets};
    node.hook_reads = {&source, 1};
    node.hook_sets = {&hook_set, 1};
    outside = copyPass(graph, "download", nodes::addSort(graph, sorter.sorter, node).keys, outside);
    graph.exportBuffer(outside, kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan));
    executor.bind(outside, host_keys.handle());
    executor.bind(outside_words, host_words.handle());
    executor.bind(source, source_words.handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    host_keys.invalidate();
    std::ranges::sort(keys);
    CHECK(std::ranges::equal(host_keys.as<uint32_t>(), keys));
    test::expectNoValidationMessages();
  }
}

// The values have no contents before; they come out as the stable order.
// Keys of one word or of two, so that buffers of keys and of values differ.
void makesIndices(vksort::KeyType key_type) {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const NodeSorter sorter = test::makeSorter(device, {.values = vksort::Values::iota, .key_type = key_type});
    const std::vector<uint32_t> keys = randomKeys(kCount, 9);
    std::vector<uint32_t> words = keys;
    if (key_type == vksort::KeyType::u64) {
      words.assign(std::size_t{2} * kCount, 0);
      for (uint32_t i = 0; i < kCount; ++i) words[2 * i] = keys[i];
    }
    const gpu::Buffer host_keys = hostBuffer(device, words), host_indices = hostBuffer(device, keys);
    Graph graph;
    const BufferInfo key_info{host_keys.size(), kUsage}, info{host_indices.size(), kUsage};
    const BufferHandle outside = graph.importBuffer("host keys", key_info, kTransferWrite);
    nodes::SortNode node{{}, graph.createBuffer("indices", info), kCount, sorter.sets};
    node.keys = copyPass(graph, "upload", outside, graph.createBuffer("keys", key_info));
    const nodes::Sorted sorted = nodes::addSort(graph, sorter.sorter, node);
    const BufferHandle out = copyPass(graph, "download", sorted.values, graph.importBuffer("host indices", info));
    graph.exportBuffer(out, kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan));
    executor.bind(outside, host_keys.handle());
    executor.bind(out, host_indices.handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    host_indices.invalidate();
    std::vector<uint32_t> order(kCount);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](uint32_t index) { return keys[index]; });
    CHECK(std::ranges::equal(host_indices.as<uint32_t>(), order));
    test::expectNoValidationMessages();
  }
}

TEST_CASE("the_node_makes_the_indices_that_its_sorter_makes") {
  makesIndices(vksort::KeyType::u32);
  makesIndices(vksort::KeyType::u64);
}
