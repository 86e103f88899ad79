#pragma once
#include "sorts/radix/passes.h"
#include "support/check/conform.h"

namespace test {

Config segmented(Config config);

// Places segments randomly. Some are adjacent.
SegmentSort placedSegments(std::vector<uint32_t> counts, uint64_t seed);

// Segments on both sides of every limit between sort methods.
SegmentSort mixedSegments(const vksort::KernelSizes& shape);

// Segments slightly shorter and longer than one workgroup, or one or more radix tiles.
SegmentSort longSegments(const vksort::radix::RadixSetting& setting);

// Each segment contains 0 to `most` elements.
SegmentSort tinySegments(uint32_t segments, uint32_t most);

}  // namespace test
