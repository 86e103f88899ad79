#include "algorithms/algorithms.h"

#include <algorithm>
#include <bit>

#include "algorithms/paper_algorithm.h"
#include "algorithms/verify_algorithm.h"
#include "algorithms/vksort_algorithm.h"
#include "input/keys.h"
#include "input/positions.h"

namespace bench {
namespace {

// The scratch memory of vksort, without its tables: see Sorter::scratchBytes().
std::uint64_t scratchBytes(const Configuration& configuration, std::uint64_t elements) {
  const Input& input = configuration.input;
  const bool in_place = !configuration.usesScratch() || configuration.algorithm == vksort::Algorithm::bitonic ||
                        configuration.baseline || configuration.segments != 0 || elements >= 1u << 28;
  const bool many_digits = input.isWide() && input.hasCallersPayload() && input.ties == vksort::Ties::by_value;
  return in_place || many_digits ? 0 : elements * bytesPerElement(input.ordering);
}

}  // namespace

std::string tooLarge(const gpu::DeviceProperties& properties, const Configuration& configuration,
                     std::uint64_t elements) {
  const Input& input = configuration.input;
  const std::uint64_t bytes = elements * bytesWithKey(input.ordering);
  const std::uint64_t positions = input.source != KeySource::buffer ? elements * sizeof(Position) : 0;
  if (std::max(bytes, positions) > properties.core.limits.maxStorageBufferRange)
    return "too large for a storage buffer of the device";
  VkDeviceSize largest_heap = 0;
  for (std::uint32_t h = 0; h < properties.memory.memoryHeapCount; ++h) {
    const VkMemoryHeap& heap = properties.memory.memoryHeaps[h];
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) largest_heap = std::max(largest_heap, heap.size);
  }
  // The input stays beside what is sorted.
  const std::uint64_t needed =
      2 * elements * bytesPerElement(input.ordering) + positions + scratchBytes(configuration, elements);
  return needed > largest_heap ? "too large for the device's memory" : "";
}

const std::vector<std::string>& allAlgorithms() {
  static const std::vector<std::string> names = {"cpu", "v0",   "v1",     "v2",    "v3",     "v4",
                                                 "v5",  "step", "padded", "block", "vksort", "verify"};
  return names;
}

std::unique_ptr<Algorithm> makeAlgorithm(const gpu::Device& device, const Configuration& configuration,
                                         const std::string& name) {
  if (const auto variant = variantOf(name)) {
    return std::make_unique<PaperSort>(device, *variant, configuration.input.ordering);
  }
  if (name == "verify") return std::make_unique<Verify>(device, configuration.input.orderAfter());
  return std::make_unique<Vksort>(device, configuration);
}

std::uint32_t capacityFor(const Configuration& configuration, const std::string& name, std::uint32_t count) {
  const auto variant = variantOf(name);
  return variant ? paperCapacity(*variant, count) : configuration.capacity.value_or(count);
}

std::string refusal(const gpu::Device& device, const Configuration& configuration, const std::string& name,
                    std::uint32_t count) {
  if (name != "vksort") {
    if (configuration.input.source != KeySource::buffer) return "reads its keys from the buffer";
    if (configuration.count_on_gpu) return "knows the count on the CPU alone";
    if (configuration.segments != 0) return "sorts no segments";
    if (configuration.input.writesIndices()) return "writes no indices";
  }
  if (configuration.capacity && count > *configuration.capacity) return "more than --capacity";
  if (name == "cpu") return {};
  if (const auto variant = variantOf(name)) {
    const std::string why =
        PaperSort::refusal(device.properties(), device.enabled(), *variant, configuration.input.ordering);
    if (!why.empty()) return why;
    if (needsPowerOfTwo(*variant) && !std::has_single_bit(count)) return "sorts powers of two only";
  }
  return tooLarge(device.properties(), configuration, capacityFor(configuration, name, count));
}

}  // namespace bench
