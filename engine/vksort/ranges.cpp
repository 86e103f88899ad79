#include "ranges.h"

namespace vksort {

Binding bind(const Range& range, const Part& part, VkDeviceSize offset_alignment) {
  const VkDeviceSize begin = range.offset + part.first * part.element;
  const VkDeviceSize slack = begin % offset_alignment;
  return {{range.buffer, begin - slack, slack + part.count * part.element},
          slack,
          static_cast<std::uint32_t>(slack / part.element)};
}

bool fits(const Range& range, const Part& part) {
  return (VkDeviceSize{part.first} + part.count) * part.element <= range.size;
}

bool overlap(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset + a.slack < b.buffer.offset + b.buffer.range &&
         b.buffer.offset + b.slack < a.buffer.offset + a.buffer.range;
}

// Vulkan tells a buffer's size only as the memory it takes, which is no less.
bool insideBuffer(const DeviceFunctions& vk, VkDevice device, const Range& range) {
  VkMemoryRequirements memory;
  vk.GetBufferMemoryRequirements(device, range.buffer, &memory);
  return range.offset <= memory.size && range.size <= memory.size - range.offset;
}

}  // namespace vksort
