// Incremental sort: for elements that are nearly in order, such as last frame's order with this frame's depths.
// The result is always sorted; elements that are in order take less time.
//   Without scratch memory: tiles that are out of order are sorted, then the boundaries between tiles. If that is
//   enough, the GPU skips all other passes. It is enough if no element is further than half a tile from its place. With
//   scratch memory: if all elements are in order, the GPU skips the passes of a radix sort. Smaller sorts run whole.
// Needs SorterInfo::incremental, and a payload that is not Payload::index.
#pragma once

#include "vksort_indirect.h"

namespace vksort {

struct IncrementalInfo {
  Range state{};        // as IndirectInfo::state
  CountSource count{};  // optional: an indirect count
};

// As Sorter::record(), or recordIndirect() if there is a count buffer.
[[nodiscard]] RecordStatus recordIncremental(const Sorter& sorter, VkCommandBuffer command_buffer, const SortInfo& info,
                                             const IncrementalInfo& incremental);

}  // namespace vksort
