#include "vulkan/ranges.h"

namespace vksort {
namespace {

Binding bind(const Range& range, const Part& part, VkDeviceSize offset_alignment) {
  const VkDeviceSize begin = range.offset + part.first * part.element;
  const VkDeviceSize slack = begin % offset_alignment;
  return {{range.buffer, begin - slack, slack + part.count * part.element},
          slack,
          static_cast<std::uint32_t>(slack / part.element)};
}

bool overlap(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset + a.slack < b.buffer.offset + b.buffer.range &&
         b.buffer.offset + b.slack < a.buffer.offset + a.buffer.range;
}

}  // namespace

bool Ladder::has(Fault fault, Argument* arguments, std::uint32_t index) const {
  Argument& argument = arguments[index];
  const auto& [first, count, element] = argument.part;
  switch (fault) {
    case Fault::none:
      return false;
    case Fault::null:
      return !argument.range.buffer;
    case Fault::misaligned:
      return argument.range.offset % element != 0;
    case Fault::too_small:
      argument.binding = bind(argument.range, argument.part, offset_alignment);
      return (VkDeviceSize{first} + count) * element > argument.range.size;
    case Fault::too_large:
      return argument.has_elements && argument.binding.buffer.range > max_range;
    case Fault::overlapping:
      for (std::uint32_t i = 0; i < index; ++i) {
        if (arguments[i].is_given && overlap(arguments[i].binding, argument.binding)) return true;
      }
      return false;
    case Fault::past_buffer: {
      // Vulkan tells a buffer's size only as the memory it takes, which is no less.
      VkMemoryRequirements memory;
      vk.GetBufferMemoryRequirements(device, argument.range.buffer, &memory);
      return argument.range.offset > memory.size || argument.range.size > memory.size - argument.range.offset;
    }
  }
  return false;
}

FaultyArgument Ladder::climb(Argument* arguments, std::uint32_t begin, std::uint32_t end, Fault from, Fault to) const {
  for (auto rung = static_cast<std::uint32_t>(from); rung <= static_cast<std::uint32_t>(to); ++rung) {
    const auto fault = static_cast<Fault>(rung);
    for (std::uint32_t i = begin; i < end; ++i) {
      if (arguments[i].is_given && has(fault, arguments, i)) return {fault, i};
    }
  }
  return {};
}

Binding unusedWord(const Binding& part, VkDeviceSize offset_alignment) {
  constexpr VkDeviceSize kWord = 4;
  const VkDeviceSize begin = part.slack == 0 ? 0 : offset_alignment;  // from the binding's offset
  const bool holds = begin + kWord <= part.buffer.range;
  return {{part.buffer.buffer, part.buffer.offset + (holds ? begin : 0), kWord}, 0, 0};
}

bool boundTogether(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset < b.buffer.offset + b.buffer.range &&
         b.buffer.offset < a.buffer.offset + a.buffer.range;
}

}  // namespace vksort
