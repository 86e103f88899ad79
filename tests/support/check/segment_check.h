// Tables of segments to sort.
#pragma once
#include "support/check/conform.h"

namespace test {

Config segmented(Config config);

// A table of segments of these counts, in an order and with gaps of the seed's choice. Some are adjacent.
SegmentSort placedSegments(std::vector<uint32_t> counts, uint64_t seed);

// Segments on both sides of every limit between the ways to sort one.
SegmentSort mixedSegments(const vksort::KernelSizes& shape);

// A table of `segments` segments with 0 to `most` elements each.
SegmentSort tinySegments(uint32_t segments, uint32_t most);

}  // namespace test
