#include "device/ranges.h"

#include "device/log.h"

namespace vksort {
namespace {

bool overlap(const Binding& a, const Binding& b) {
  return a.buffer.buffer == b.buffer.buffer && a.buffer.offset + a.slack < b.buffer.offset + b.buffer.range &&
         b.buffer.offset + b.slack < a.buffer.offset + a.buffer.range;
}

const UsedRange* overlappedBy(const UsedRange* ranges, std::uint32_t index) {
  for (std::uint32_t i = 0; i < index; ++i) {
    if (ranges[i].is_used && overlap(ranges[i].binding, ranges[index].binding)) return &ranges[i];
  }
  return nullptr;
}

// Vulkan cannot query the size of a buffer, so we use the size of its memory, which can be larger.
VkDeviceSize memoryOf(const Connection& connection, VkBuffer buffer) {
  if (!VKSORT_CHECKS_BUFFERS) return ~VkDeviceSize{0};
  VkMemoryRequirements memory;
  connection.vk.GetBufferMemoryRequirements(connection.device, buffer, &memory);
  return memory.size;
}

// Later rules assume that earlier ones hold.
constexpr Fault kRules[] = {Fault::missing,   Fault::whole_size,  Fault::misaligned, Fault::too_small,
                            Fault::too_large, Fault::overlapping, Fault::past_buffer};

// Fills `out` if a range breaks the rule. Must not write a status otherwise, because record functions call this for
// each range and rule.
bool keeps(Fault rule, const Connection& connection, const UsedRange* ranges, std::uint32_t index, RecordStatus& out) {
  const UsedRange& used = ranges[index];
  const Range& range = used.range;
  const auto require = [&](bool holds, const char* text, VkDeviceSize given = 0, VkDeviceSize limit = 0) {
    if (!holds) out = broken(used.argument, used.name, rule, text, given, limit);
    return holds;
  };
  switch (rule) {
    case Fault::missing:
      return require(range.buffer, kNotNull);
    case Fault::whole_size:
      return require(range.size != VK_WHOLE_SIZE, kNotWholeSize);
    case Fault::misaligned:
      return require(range.offset % used.part.alignment == 0, kAligned, range.offset, used.part.alignment);
    case Fault::too_small: {
      const VkDeviceSize needed = (VkDeviceSize{used.part.first} + used.part.count) * used.part.element;
      return require(needed <= range.size, "$m.size is $g and must be at least $l", range.size, needed);
    }
    case Fault::too_large: {
      const VkDeviceSize bytes = used.binding.buffer.range, limit = connection.limits.max_range;
      return require(
          !used.has_elements || bytes <= limit,
          "$m needs a binding of $g bytes from the aligned offset before it, and maxStorageBufferRange is $l", bytes,
          limit);
    }
    case Fault::overlapping: {
      const UsedRange* const other = overlappedBy(ranges, index);
      if (require(!other, "$m must not overlap $o")) return true;
      out.other = other->name;
      return false;
    }
    default: {
      const VkDeviceSize memory = memoryOf(connection, range.buffer), end = range.offset + range.size;
      const bool wraps = end < range.offset;
      return require(!wraps && end <= memory,
                     "$m ends at byte $g and must end within the memory of its buffer, which has $l bytes",
                     wraps ? ~VkDeviceSize{0} : end, memory);
    }
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
  RecordStatus status{};
  for (const Fault rule : kRules) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (ranges[i].is_used && !keeps(rule, connection, ranges, i, status)) return status;
    }
  }
  return status;
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
