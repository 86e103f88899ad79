#include "device/ranges.h"

#include "device/log.h"

namespace vksort {
namespace {

bool overlap(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset + a.slack < b.buffer.offset + b.buffer.range &&
         b.buffer.offset + b.slack < a.buffer.offset + a.buffer.range;
}

VkDeviceSize neededBytes(const Part& part) { return (VkDeviceSize{part.first} + part.count) * part.element; }

bool overlapsPrevious(const UsedRange* ranges, std::uint32_t index) {
  for (std::uint32_t i = 0; i < index; ++i) {
    if (ranges[i].is_used && overlap(ranges[i].binding, ranges[index].binding)) return true;
  }
  return false;
}

bool exceedsBuffer(const Connection& connection, const Range& range) {
  if (range.size > ~VkDeviceSize{0} - range.offset) return true;
  if (!VKSORT_CHECKS_BUFFERS) return false;
  // Vulkan only returns the size of the buffer's memory, which is at least the size of the buffer.
  VkMemoryRequirements memory;
  connection.vk.GetBufferMemoryRequirements(connection.device, range.buffer, &memory);
  return range.offset > memory.size || range.size > memory.size - range.offset;
}

// The rules in the order in which they are checked: later rules assume that earlier ones hold.
constexpr Fault kRules[] = {Fault::missing,   Fault::whole_size,  Fault::misaligned, Fault::too_small,
                            Fault::too_large, Fault::overlapping, Fault::past_buffer};

bool breaks(Fault rule, const Connection& connection, const UsedRange* ranges, std::uint32_t index) {
  const UsedRange& used = ranges[index];
  switch (rule) {
    case Fault::missing:
      return !used.range.buffer;
    case Fault::whole_size:
      return used.range.size == VK_WHOLE_SIZE;
    case Fault::misaligned:
      return used.range.offset % used.part.alignment != 0;
    case Fault::too_small:
      return neededBytes(used.part) > used.range.size;
    case Fault::too_large:
      return used.has_elements && used.binding.buffer.range > connection.limits.max_range;
    case Fault::overlapping:
      return overlapsPrevious(ranges, index);
    default:
      return exceedsBuffer(connection, used.range);
  }
}

}  // namespace

Binding bindingOf(const Range& range, const Part& part, VkDeviceSize offset_alignment) {
  const VkDeviceSize begin = range.offset + part.first * part.element;
  const VkDeviceSize slack = begin % offset_alignment;
  return {{range.buffer, begin - slack, slack + part.count * part.element},
          slack,
          static_cast<std::uint32_t>(slack / part.alignment)};
}

void placeRanges(UsedRange* ranges, std::uint32_t count, VkDeviceSize offset_alignment) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (ranges[i].is_used) ranges[i].binding = bindingOf(ranges[i].range, ranges[i].part, offset_alignment);
  }
}

RecordStatus firstFault(const Connection& connection, const UsedRange* ranges, std::uint32_t count) {
  for (const Fault rule : kRules) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!ranges[i].is_used || !breaks(rule, connection, ranges, i)) continue;
      return {ranges[i].argument, rule, rule == Fault::too_small ? neededBytes(ranges[i].part) : 0, 0};
    }
  }
  return {};
}

Binding unusedWord(const Binding& part, VkDeviceSize offset_alignment) {
  constexpr VkDeviceSize kWordBytes = 4;
  const VkDeviceSize begin = part.slack == 0 ? 0 : offset_alignment;  // from the binding's offset
  const bool holds = begin + kWordBytes <= part.buffer.range;
  return {{part.buffer.buffer, part.buffer.offset + (holds ? begin : 0), kWordBytes}, 0, 0};
}

bool boundTogether(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset < b.buffer.offset + b.buffer.range &&
         b.buffer.offset < a.buffer.offset + a.buffer.range;
}

}  // namespace vksort
