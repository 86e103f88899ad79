#include "sorters.h"

#include <algorithm>
#include <random>

#include "graph/executor.h"
#include "nodes/sort.h"
#include "support/vulkan_mock/mock.h"

using namespace graph;

namespace test {
NodeSorter makeSorterToPlan(const gpu::Device& device, const cases::Configuration& configuration) {
  Faults faults;
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  NodeSorter made;
  made.sorter = cases::Gpu(device, mockInstanceProcAddr).create(configuration, {});
  if (made.sorter.descriptorSetLayout() != VK_NULL_HANDLE) made.sets.push_back(VK_NULL_HANDLE);
  return made;
}

NodeSorter makeSorter(const gpu::Device& device, const cases::Configuration& configuration, uint32_t frames) {
  NodeSorter made;
  made.sorter = cases::Gpu(device, mockInstanceProcAddr).create(configuration, {});
  const VkDescriptorSetLayout layout = made.sorter.descriptorSetLayout();
  if (layout == VK_NULL_HANDLE) return made;
  made.pool = gpu::DescriptorPool(device, frames, frames * VKSORT_DESCRIPTORS_PER_SET);
  for (uint32_t i = 0; i < frames; ++i) made.sets.push_back(made.pool.allocate(layout));
  return made;
}

std::vector<uint32_t> randomKeys(uint32_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> keys(count);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random() % 5000);
  return keys;
}

gpu::Buffer hostBuffer(const gpu::Device& device, const std::vector<uint32_t>& words) {
  gpu::Buffer buffer(device, words.size() * 4, kUsage, gpu::Memory::readback, "words");
  std::ranges::copy(words, buffer.as<uint32_t>().begin());
  buffer.flush();
  return buffer;
}

BufferHandle copyPass(Graph& graph, const char* name, BufferHandle from, BufferHandle to) {
  PassBuilder pass = graph.addPass(name, PassKind::transfer);
  pass.read(from, kTransferRead);
  to = pass.write(to, kTransferWrite);
  pass.record([from, to, size = graph.resources()[to.index].buffer.size](const PassContext& context) {
    const VkBufferCopy region{0, 0, size};
    context.device().vk.vkCmdCopyBuffer(context.cmd(), context.buffer(from), context.buffer(to), 1, &region);
  });
  return to;
}

}  // namespace test
