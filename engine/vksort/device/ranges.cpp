#include "device/ranges.h"

#include "device/log.h"

namespace vksort {
namespace {

constexpr Fault kRangeFaults[] = {Fault::missing,   Fault::whole_size,  Fault::misaligned, Fault::too_small,
                                  Fault::too_large, Fault::overlapping, Fault::past_buffer};

bool overlap(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset + a.slack < b.buffer.offset + b.buffer.range &&
         b.buffer.offset + b.slack < a.buffer.offset + a.buffer.range;
}

VkDeviceSize neededBytes(const Part& part) { return (VkDeviceSize{part.first} + part.count) * part.element; }

bool has(const Connection& connection, Fault fault, RangeArgument* arguments, std::uint32_t index) {
  RangeArgument& argument = arguments[index];
  switch (fault) {
    case Fault::missing:
      return !argument.range.buffer;
    case Fault::whole_size:
      return argument.range.size == VK_WHOLE_SIZE;
    case Fault::misaligned:
      return argument.range.offset % argument.part.alignment != 0;
    case Fault::too_small:
      argument.binding = bind(argument.range, argument.part, connection.limits.offset_alignment);
      return neededBytes(argument.part) > argument.range.size;
    case Fault::too_large:
      return argument.has_elements && argument.binding.buffer.range > connection.limits.max_range;
    case Fault::overlapping:
      for (std::uint32_t i = 0; i < index; ++i) {
        if (arguments[i].is_given && overlap(arguments[i].binding, argument.binding)) return true;
      }
      return false;
    case Fault::past_buffer: {
      if (argument.range.size > ~VkDeviceSize{0} - argument.range.offset) return true;
      if (!VKSORT_CHECKS_BUFFERS) return false;
      // Vulkan tells a buffer's size only as the memory it takes, which is no less.
      VkMemoryRequirements memory;
      connection.vk.GetBufferMemoryRequirements(connection.device, argument.range.buffer, &memory);
      return argument.range.offset > memory.size || argument.range.size > memory.size - argument.range.offset;
    }
    default:
      return false;
  }
}

}  // namespace

Binding bind(const Range& range, const Part& part, VkDeviceSize offset_alignment) {
  const VkDeviceSize begin = range.offset + part.first * part.element;
  const VkDeviceSize slack = begin % offset_alignment;
  return {{range.buffer, begin - slack, slack + part.count * part.element},
          slack,
          static_cast<std::uint32_t>(slack / part.alignment)};
}

RecordStatus firstFault(const Connection& connection, RangeArgument* arguments, std::uint32_t count,
                        bool past_missing) {
  for (const Fault fault : kRangeFaults) {
    if (past_missing == (fault == Fault::missing)) continue;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!arguments[i].is_given || !has(connection, fault, arguments, i)) continue;
      return {arguments[i].argument, fault, fault == Fault::too_small ? neededBytes(arguments[i].part) : 0};
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
