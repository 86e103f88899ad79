#include "vulkan/ranges.h"

namespace vksort {

Binding bind(const Range& range, const Part& part, VkDeviceSize offset_alignment) {
  const VkDeviceSize begin = range.offset + part.first * part.element;
  const VkDeviceSize slack = begin % offset_alignment;
  return {{range.buffer, begin - slack, slack + part.count * part.element},
          slack,
          static_cast<std::uint32_t>(slack / part.element)};
}

Binding unusedWord(const Binding& part, VkDeviceSize offset_alignment) {
  constexpr VkDeviceSize kWord = 4;
  const VkDeviceSize begin = part.slack == 0 ? 0 : offset_alignment;  // from the binding's offset
  const bool holds = begin + kWord <= part.buffer.range;
  return {{part.buffer.buffer, part.buffer.offset + (holds ? begin : 0), kWord}, 0, 0};
}

bool fits(const Range& range, const Part& part) {
  return (VkDeviceSize{part.first} + part.count) * part.element <= range.size;
}

bool overlap(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset + a.slack < b.buffer.offset + b.buffer.range &&
         b.buffer.offset + b.slack < a.buffer.offset + a.buffer.range;
}

bool boundTogether(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset < b.buffer.offset + b.buffer.range &&
         b.buffer.offset < a.buffer.offset + a.buffer.range;
}

// Vulkan tells a buffer's size only as the memory it takes, which is no less.
bool insideBuffer(const DeviceFunctions& vk, VkDevice device, const Range& range) {
  VkMemoryRequirements memory;
  vk.GetBufferMemoryRequirements(device, range.buffer, &memory);
  return range.offset <= memory.size && range.size <= memory.size - range.offset;
}

}  // namespace vksort
