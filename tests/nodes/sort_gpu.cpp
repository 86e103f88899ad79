// The node sorts, on every device, with and without push descriptors, and validation has nothing to say.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "graph/execute.h"
#include "sorters.h"
#include "support/devices.h"

using namespace graph;
using test::copyPass;
using test::hostBuffer;
using test::kCount;
using test::kFrames;
using test::kUsage;
using test::NodeSorter;

namespace {

struct Pair {
  uint32_t key;
  uint32_t value;
  auto operator<=>(const Pair&) const = default;
};

std::vector<Pair> randomPairs(uint32_t seed) {
  std::vector<Pair> pairs;
  for (const uint32_t key : test::randomKeys(kCount, seed)) pairs.push_back({key, static_cast<uint32_t>(pairs.size())});
  return pairs;
}

// Sorts the buffers of words, keys first, through transients of a graph: host -> transient -> sort -> host.
void sortThroughGraph(const gpu::Device& device, vksort::Values values, vksort::Features features,
                      std::vector<gpu::Buffer>& buffers) {
  const NodeSorter sorter = test::makeSorter(device, {.values = values, .features = features}, kFrames);
  Graph graph;
  std::vector<BufferHandle> hosts;
  std::vector<BufferHandle> data;
  for (const gpu::Buffer& buffer : buffers) {
    const BufferInfo info{buffer.size(), kUsage};
    hosts.push_back(graph.importBuffer("host", info, kTransferWrite));
    data.push_back(copyPass(graph, "upload", hosts.back(), graph.createBuffer("data", info)));
  }
  const nodes::Sorted sorted =
      nodes::addSort(graph, sorter.sorter, {data[0], data.size() > 1 ? data[1] : BufferHandle{}, kCount, sorter.sets});
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
  const std::optional<PassTime> time = executor.time(sorted.pass);
  CHECK(time.has_value() == (device.properties().timestamp_valid_bits != 0));
  if (time) CHECK(time->name == "sort");
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
