#pragma once

#include "create/sorter.h"
#include "device/ranges.h"

namespace vksort {

struct Call {
  const SortInfo& sort;
  const IndirectInfo* indirect = nullptr;
  const SegmentInfo* segments = nullptr;

  [[nodiscard]] bool isEmpty() const { return sort.count == 0 || (segments && segments->segment_count == 0); }
  [[nodiscard]] const Range* work() const { return indirect ? &indirect->work : segments ? &segments->work : nullptr; }
};

struct CallRanges {
  enum : std::uint32_t { kKeys, kPayload, kCount, kSegments, kWork, kScratch, kSize };
  UsedRange list[kSize];
};
[[nodiscard]] CallRanges rangesOf(const SorterState& sorter, const Call& call, const Decision& decision);

[[nodiscard]] Request requestOf(const Call& call);

// Checks all arguments except sizes and ranges. decide() accepts calls that pass this check.
[[nodiscard]] RecordStatus checkValues(const SorterState& sorter, VkCommandBuffer command_buffer, const Call& call);
[[nodiscard]] RecordStatus checkRanges(const SorterState& sorter, const Call& call, const Request& request,
                                       const Decision& decision, const CallRanges& ranges);

// Also used by the Toolkit and the Verifier.
[[nodiscard]] RecordStatus checkOrder(KeyType key_type, Order order, NanRule nan_rule);
[[nodiscard]] RecordStatus checkBits(KeyBits bits, std::uint32_t key_bits);
[[nodiscard]] RecordStatus checkDescriptorSet(const Connection& connection, VkDescriptorSet set);

}  // namespace vksort
