#include "algorithms/algorithm.h"

#include <algorithm>
#include <bit>

#include "algorithms/ladder_algorithm.h"
#include "algorithms/verify_algorithm.h"
#include "algorithms/vksort_algorithm.h"

namespace bench {
namespace {

std::string tooLarge(const gpu::Device& device, const Options& options, std::uint64_t elements) {
  const gpu::DeviceProperties& properties = device.properties();
  const std::uint64_t bytes = elements * (options.values == vksort::Values::interleaved ? 8 : 4);
  const std::uint64_t positions = options.depthKeys() ? elements * 16 : 0;
  if (std::max(bytes, positions) > properties.core.limits.maxStorageBufferRange)
    return "too large for a storage buffer of the device";
  VkDeviceSize largest_heap = 0;
  for (std::uint32_t h = 0; h < properties.memory.memoryHeapCount; ++h) {
    const VkMemoryHeap& heap = properties.memory.memoryHeaps[h];
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) largest_heap = std::max(largest_heap, heap.size);
  }
  // The input stays beside what is sorted.
  const std::uint64_t needed = 2 * elements * (options.values == vksort::Values::none ? 4 : 8) + positions;
  return needed > largest_heap ? "too large for the device's memory" : "";
}

}  // namespace

std::unique_ptr<Algorithm> makeAlgorithm(const gpu::Device& device, const Options& options, const std::string& name) {
  if (const auto variant = variantOf(name)) return std::make_unique<Ladder>(device, *variant, options);
  if (name == "verify") return std::make_unique<Verify>(device, options);
  return std::make_unique<Vksort>(device, options);
}

std::uint32_t capacityFor(const Options& options, const std::string& name, std::uint32_t count) {
  const auto variant = variantOf(name);
  return variant ? ladderCapacity(*variant, count) : options.capacity.value_or(count);
}

std::string refusal(const gpu::Device& device, const Options& options, const std::string& name, std::uint32_t count) {
  if (options.coherent && name != "vksort") return "repairs nothing";
  if (options.depthKeys() && name != "vksort") return "reads its keys from the buffer";
  if (options.count_on_gpu && name != "vksort") return "knows the count on the CPU alone";
  if (options.lists != 0 && name != "vksort") return "sorts one list alone";
  if (options.capacity && count > *options.capacity) return "more than --capacity";
  if (name == "cpu") return {};
  if (const auto variant = variantOf(name)) {
    const std::string why = Ladder::refusal(device.properties(), device.enabled(), *variant, options);
    if (!why.empty()) return why;
    if (needsPowerOfTwo(*variant) && !std::has_single_bit(count)) return "sorts powers of two only";
  }
  return tooLarge(device, options, capacityFor(options, name, count));
}

}  // namespace bench
