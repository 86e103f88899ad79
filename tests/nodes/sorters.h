// Sorters with what a node needs of them, and words of the host that a graph copies.
#pragma once
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "nodes/sort.h"
#include "support/devices.h"
#include "vksort_expert.h"

namespace test {

inline constexpr uint32_t kCount = 10'007;  // elements
inline constexpr uint32_t kFrames = 3;

// Of every buffer here.
inline constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

// Whichever is first, for what no device decides.
inline const gpu::Device& anyDevice() { return *devices().front().device; }

// What differs between the Sorters here.
struct Kind {
  vksort::Payload payload = vksort::Payload::none;
  vksort::Features features = 0;
  vksort::Algorithm algorithm = vksort::Algorithm::bitonic;
  vksort::Scratch scratch = vksort::Scratch::optional;
  uint32_t key_bits = 32;
  vksort::Ties ties = vksort::Ties::by_value;  // which all algorithms do at any count
  auto operator<=>(const Kind&) const = default;
};

struct NodeSorter {
  vksort::Sorter sorter;
  gpu::DescriptorPool pool;
  std::vector<VkDescriptorSet> sets;  // by frame; none with push descriptors
};
NodeSorter makeSorter(const gpu::Device& device, const Kind& kind, uint32_t frames = 1);
// The same for plans alone: made without the driver, in no time, and not to be recorded. Its sets are null.
NodeSorter makeSorterToPlan(const gpu::Device& device, const Kind& kind);

// Below 5000, so that many are equal.
std::vector<uint32_t> randomKeys(uint32_t count, uint32_t seed);

// A buffer that the host reads and writes, with `words` in it.
gpu::Buffer hostBuffer(const gpu::Device& device, const std::vector<uint32_t>& words);

// Adds a pass that copies all of `to` from `from`; returns what it wrote.
graph::BufferHandle copyPass(graph::Graph& graph, const char* name, graph::BufferHandle from, graph::BufferHandle to);

}  // namespace test
