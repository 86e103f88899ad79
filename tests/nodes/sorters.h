#pragma once
#include <span>
#include <vector>

#include "cases/gpu.h"
#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "nodes/sort.h"
#include "support/devices.h"
#include "vksort_plan.h"

namespace test {

inline constexpr uint32_t kCount = 10'007;
inline constexpr uint32_t kFrames = 3;

inline constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

// For tests that do not depend on the device.
inline const gpu::Device& anyDevice() { return *devices().front().device; }

inline const cases::Configuration kPlainSort{.ties = vksort::Ties::by_value,
                                             .algorithm = vksort::Algorithm::bitonic,
                                             .push_descriptor = false,
                                             .full_subgroups = false};

struct NodeSorter {
  vksort::Sorter sorter;
  gpu::DescriptorPool pool;
  std::vector<VkDescriptorSet> sets;  // one per frame; empty with push descriptors
};
NodeSorter makeSorter(const gpu::Device& device, const cases::Configuration& configuration, uint32_t frames = 1);
// Creates a Sorter without the driver, for tests that only compile plans. Its sets are null.
NodeSorter makeSorterToPlan(const gpu::Device& device, const cases::Configuration& configuration = kPlainSort);

// Returns keys below 5000, so that many are equal.
std::vector<uint32_t> randomKeys(uint32_t count, uint32_t seed);

gpu::Buffer hostBuffer(const gpu::Device& device, const std::vector<uint32_t>& words);

graph::BufferHandle copyPass(graph::Graph& graph, const char* name, graph::BufferHandle from, graph::BufferHandle to);

}  // namespace test
