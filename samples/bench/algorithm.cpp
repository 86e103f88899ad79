#include "algorithm.h"

#include <algorithm>
#include <array>
#include <bit>

#include "gpu/descriptors.h"
#include "ladder.h"
#include "nodes/device.h"

namespace bench {
namespace {

vksort::Sorter makeSorter(const gpu::Device& device, const Options& options) {
  vksort::SorterInfo info = nodes::sorterInfo(device);
  info.key_type = options.key_type;
  info.order = options.order;
  info.values = options.values;
  info.ties = options.ties;
  info.path = options.path;
  vksort::Sorter sorter;
  const char* reason = "vksort";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(reason, result);
  return sorter;
}

class Vksort : public Algorithm {
 public:
  Vksort(const gpu::Device& device, const Options& options) : sorter_(makeSorter(device, options)) {
    const VkDescriptorSetLayout layout = sorter_.descriptorSetLayout();
    if (layout == VK_NULL_HANDLE) return;
    pool_ = gpu::DescriptorPool(device, kSlots, kSlots * vksort::kDescriptorsPerSet);
    for (VkDescriptorSet& set : sets_) set = pool_.allocate(layout);
  }

  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) override {
    info_ = {};
    info_.keys = {buffers[0].handle(), 0, buffers[0].size()};
    if (buffers.size() > 1) info_.values = {buffers[1].handle(), 0, buffers[1].size()};
    info_.count = count;
  }

  std::uint32_t dispatchCount() const override { return sorter_.plan(info_.count).dispatches; }
  std::uint32_t run() const override { return info_.count; }

  void record(VkCommandBuffer cmd, std::uint32_t slot) const override {
    vksort::SortInfo info = info_;
    info.descriptor_set = sets_[slot];
    const vksort::Status status = sorter_.record(cmd, info);
    if (status != vksort::Status::ok) throw gpu::Error(vksort::describe(status));
  }

 private:
  vksort::Sorter sorter_;
  gpu::DescriptorPool pool_;
  std::array<VkDescriptorSet, kSlots> sets_{};  // null with push descriptors
  vksort::SortInfo info_;
};

std::string tooLarge(const gpu::Device& device, const Options& options, std::uint64_t elements) {
  const gpu::DeviceProperties& properties = device.properties();
  const std::uint64_t bytes = elements * (options.values == vksort::Values::interleaved ? 8 : 4);
  if (bytes > properties.core.limits.maxStorageBufferRange) return "too large for a storage buffer of the device";
  VkDeviceSize largest_heap = 0;
  for (std::uint32_t h = 0; h < properties.memory.memoryHeapCount; ++h) {
    const VkMemoryHeap& heap = properties.memory.memoryHeaps[h];
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) largest_heap = std::max(largest_heap, heap.size);
  }
  // The input stays beside what is sorted.
  const std::uint64_t needed = 2 * elements * (options.values == vksort::Values::none ? 4 : 8);
  return needed > largest_heap ? "too large for the device's memory" : "";
}

}  // namespace

std::unique_ptr<Algorithm> makeAlgorithm(const gpu::Device& device, const Options& options, const std::string& name) {
  if (const auto variant = variantOf(name)) return std::make_unique<Ladder>(device, *variant, options);
  return std::make_unique<Vksort>(device, options);
}

std::uint32_t capacityFor(const std::string& name, std::uint32_t count) {
  const auto variant = variantOf(name);
  return variant ? ladderCapacity(*variant, count) : count;
}

std::string refusal(const gpu::Device& device, const Options& options, const std::string& name, std::uint32_t count) {
  if (name == "cpu") return {};
  if (const auto variant = variantOf(name)) {
    const std::string why = Ladder::refusal(device.properties(), device.enabled(), *variant, options);
    if (!why.empty()) return why;
    if (needsPowerOfTwo(*variant) && !std::has_single_bit(count)) return "sorts powers of two only";
  }
  return tooLarge(device, options, capacityFor(name, count));
}

}  // namespace bench
