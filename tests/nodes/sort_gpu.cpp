// The node sorts, on every device, with and without push descriptors, and validation has nothing to say.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <random>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "graph/execute.h"
#include "nodes/sort.h"
#include "source_hook.h"
#include "support/devices.h"

using namespace graph;

namespace {

constexpr uint32_t kCount = 10007;
constexpr uint32_t kFrames = 3;

struct Pair {
  uint32_t key;
  uint32_t value;
  auto operator<=>(const Pair&) const = default;
};

std::vector<Pair> randomPairs(uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Pair> pairs;
  for (uint32_t i = 0; i < kCount; ++i)
    pairs.push_back({static_cast<uint32_t>(random() % 5000), i});  // with equal keys
  return pairs;
}

vksort::Sorter makeSorter(const gpu::Device& device, vksort::Values values, vksort::Features features,
                          vksort::Count count = vksort::Count::host, const vksort::Hook* hook = nullptr,
                          bool coherent = false) {
  vksort::SorterInfo info;
  info.get_instance_proc_addr = vkGetInstanceProcAddr;
  info.instance = device.instance();
  info.physical_device = device.physical();
  info.device = device.handle();
  info.enabled_features = features;
  info.values = values;
  info.count = count;
  info.hook = hook;
  info.coherent = coherent;
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  return sorter;
}

gpu::Buffer hostBuffer(const gpu::Device& device, const std::vector<uint32_t>& words) {
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  gpu::Buffer buffer(device, words.size() * 4, kUsage, gpu::Memory::readback, "words");
  std::ranges::copy(words, buffer.as<uint32_t>().begin());
  buffer.flush();
  return buffer;
}

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

BufferHandle copyPass(Graph& graph, const char* name, BufferHandle from, BufferHandle to) {
  PassBuilder pass = graph.addPass(name, PassKind::transfer);
  pass.read(from, kTransferRead);
  to = pass.write(to, kTransferWrite);
  pass.execute([from, to, size = graph.resources()[to.index].buffer.size](const PassContext& context) {
    const VkBufferCopy region{0, 0, size};
    context.device().vk.vkCmdCopyBuffer(context.cmd(), context.buffer(from), context.buffer(to), 1, &region);
  });
  return to;
}

// Sorts the buffers of words, keys first, through transients of a graph: host -> transient -> sort -> host.
void sortThroughGraph(const gpu::Device& device, vksort::Values values, vksort::Features features,
                      std::vector<gpu::Buffer>& buffers) {
  const vksort::Sorter sorter = makeSorter(device, values, features);
  gpu::DescriptorPool pool;
  std::vector<VkDescriptorSet> sets;
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    pool = gpu::DescriptorPool(device, kFrames, kFrames * vksort::kDescriptorsPerSet);
    for (uint32_t i = 0; i < kFrames; ++i) sets.push_back(pool.allocate(sorter.descriptorSetLayout()));
  }
  Graph graph;
  std::vector<BufferHandle> hosts;
  std::vector<BufferHandle> data;
  for (const gpu::Buffer& buffer : buffers) {
    const BufferInfo info{buffer.size(), kUsage};
    hosts.push_back(graph.importBuffer("host", info, kTransferWrite));
    data.push_back(copyPass(graph, "upload", hosts.back(), graph.createBuffer("data", info)));
  }
  const nodes::Sorted sorted =
      nodes::addSort(graph, sorter, {data[0], data.size() > 1 ? data[1] : BufferHandle{}, kCount, sets});
  data[0] = sorted.keys;
  if (data.size() > 1) data[1] = sorted.values;
  for (std::size_t i = 0; i < data.size(); ++i) {
    hosts[i] = copyPass(graph, "download", data[i], hosts[i]);
    graph.exportBuffer(hosts[i], kHostRead);
  }
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan), kFrames);
  for (std::size_t i = 0; i < data.size(); ++i) executor.bind(hosts[i], buffers[i].handle());
  // Sorting again changes nothing, but uses every frame's set.
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    for (uint32_t frame = 0; frame < kFrames; ++frame) executor.execute(cmd, frame);
  });
  for (const gpu::Buffer& buffer : buffers) buffer.invalidate();
  CHECK(executor.times(0).size() == 2 * buffers.size() + 1);
}

// Sorts keys of the host through a transient of a graph. The graph copies `more`, if there is any, and complete() says
// what the node takes besides the keys.
void sortKeys(const gpu::Device& device, const vksort::Sorter& sorter, const gpu::Buffer& host_keys,
              const gpu::Buffer* more, const std::function<void(nodes::SortNode&, BufferHandle)>& complete) {
  gpu::DescriptorPool pool(device, 1, vksort::kDescriptorsPerSet);
  const VkDescriptorSet set = pool.allocate(sorter.descriptorSetLayout());
  Graph graph;
  const BufferInfo keys_info{host_keys.size(), kUsage};
  BufferHandle outside = graph.importBuffer("host keys", keys_info, kTransferWrite);
  nodes::SortNode node{
      copyPass(graph, "upload keys", outside, graph.createBuffer("keys", keys_info)), {}, kCount, {&set, 1}};
  BufferHandle outside_more, uploaded;
  if (more != nullptr) {
    const BufferInfo more_info{more->size(), kUsage};
    outside_more = graph.importBuffer("host more", more_info, kTransferWrite);
    uploaded = copyPass(graph, "upload more", outside_more, graph.createBuffer("more", more_info));
  }
  complete(node, uploaded);
  outside = copyPass(graph, "download", nodes::addSort(graph, sorter, node).keys, outside);
  graph.exportBuffer(outside, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan));
  executor.bind(outside, host_keys.handle());
  if (more != nullptr) executor.bind(outside_more, more->handle());
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
  host_keys.invalidate();
}

// Every way to keep the pairs, sorted and compared.
void sortEverything(const gpu::Device& device, vksort::Features features) {
  for (const vksort::Values values : {vksort::Values::none, vksort::Values::split, vksort::Values::interleaved}) {
    CAPTURE(static_cast<int>(values));
    std::vector<Pair> pairs = randomPairs(11);
    std::vector<uint32_t> keys;
    std::vector<uint32_t> indices;
    std::vector<uint32_t> interleaved;
    for (const Pair& pair : pairs) {
      keys.push_back(pair.key);
      indices.push_back(pair.value);
      interleaved.insert(interleaved.end(), {pair.key, pair.value});
    }
    std::vector<gpu::Buffer> buffers;
    buffers.push_back(hostBuffer(device, values == vksort::Values::interleaved ? interleaved : keys));
    if (values == vksort::Values::split) buffers.push_back(hostBuffer(device, indices));
    sortThroughGraph(device, values, features, buffers);

    std::ranges::sort(pairs);
    const auto first = buffers[0].as<uint32_t>();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const bool together = values == vksort::Values::interleaved;
      if (first[together ? 2 * i : i] != pairs[i].key) ++wrong;
      if (together && first[2 * i + 1] != pairs[i].value) ++wrong;
      if (values == vksort::Values::split && buffers[1].as<uint32_t>()[i] != pairs[i].value) ++wrong;
    }
    CHECK(wrong == 0);
    test::expectNoValidationMessages();
  }
}

}  // namespace

TEST_CASE("the_node_sorts_with_push_descriptors") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    if (entry.device->enabled().push_descriptor) sortEverything(*entry.device, vksort::kPushDescriptor);
  }
}

TEST_CASE("the_node_sorts_with_a_descriptor_set_per_frame") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    sortEverything(*entry.device, 0);
  }
}

// Only as many keys as the count says, which the graph itself copied there, are sorted.
TEST_CASE("the_node_sorts_as_many_as_a_buffer_of_the_graph_says") {
  constexpr uint32_t kFound = 7001;
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const vksort::Sorter sorter = makeSorter(device, vksort::Values::none, 0, vksort::Count::device);
    std::vector<uint32_t> keys;
    for (const Pair& pair : randomPairs(5)) keys.push_back(pair.key);
    const gpu::Buffer host_keys = hostBuffer(device, keys);
    const gpu::Buffer host_count = hostBuffer(device, {0, 0, kFound});
    sortKeys(device, sorter, host_keys, &host_count, [](nodes::SortNode& node, BufferHandle count) {
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
    const vksort::Sorter sorter = makeSorter(device, vksort::Values::none, 0, vksort::Count::host, nullptr, true);
    std::vector<uint32_t> keys;
    for (const Pair& pair : randomPairs(8)) keys.push_back(pair.key);
    std::ranges::sort(keys);
    for (uint32_t i = 0; i + 300 < kCount; i += 1000) std::swap(keys[i], keys[i + 299]);
    const gpu::Buffer host_keys = hostBuffer(device, keys);
    sortKeys(device, sorter, host_keys, nullptr, [](nodes::SortNode& node, BufferHandle) { node.coherent = true; });
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
    const vksort::Sorter sorter = makeSorter(device, vksort::Values::none, 0, vksort::Count::lists);
    std::vector<uint32_t> keys;
    for (const Pair& pair : randomPairs(6)) keys.push_back(pair.key);
    const gpu::Buffer host_keys = hostBuffer(device, keys);
    const gpu::Buffer host_lists = hostBuffer(device, {0, 0, 5000, 2000, 17, 90, 200, 700});
    sortKeys(device, sorter, host_keys, &host_lists, [](nodes::SortNode& node, BufferHandle lists) {
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
    const vksort::Sorter sorter = makeSorter(device, vksort::Values::none, 0, vksort::Count::host, &hook);
    gpu::DescriptorPool pool(device, 2, vksort::kDescriptorsPerSet + 1);
    const VkDescriptorSet set = pool.allocate(sorter.descriptorSetLayout());
    const VkDescriptorSet hook_set = pool.allocate(layout.get());
    std::vector<uint32_t> keys, words = {kCount, 0};
    for (const Pair& pair : randomPairs(7)) keys.push_back(pair.key);
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
    nodes::SortNode node{graph.createBuffer("keys", keys_info), {}, kCount, {&set, 1}};
    node.hooked = true;
    node.hook_reads = {&source, 1};
    node.hook_sets = {&hook_set, 1};
    outside = copyPass(graph, "download", nodes::addSort(graph, sorter, node).keys, outside);
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

#ifdef NDEBUG  // builds with assertions stop instead
TEST_CASE("a_refused_sort_is_an_error_that_says_why") {
  const gpu::Device& device = *test::devices().front().device;
  const vksort::Sorter sorter = makeSorter(device, vksort::Values::none, 0);
  gpu::DescriptorPool pool(device, 1, vksort::kDescriptorsPerSet);
  const VkDescriptorSet set = pool.allocate(sorter.descriptorSetLayout());
  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", {16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT});
  keys = nodes::addSort(graph, sorter, {keys, {}, 5, {&set, 1}}).keys;  // 4 fit
  graph.exportBuffer(keys, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan));
  const gpu::Buffer buffer(device, 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  executor.bind(keys, buffer.handle());
  CHECK_THROWS_WITH_AS(gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); }),
                       doctest::Contains("must fit SortInfo::keys.size"), graph::Error);
  (void)test::takeValidationMessages();
}
#endif
