// The conformance check of many segments: sorts those of a table in one recording, and compares every word with what
// must be there.
#pragma once
#include "support/check/conform.h"

namespace test {

struct Extent {
  uint32_t first;
  uint32_t count;
};

struct SegmentSort {
  std::vector<Extent> table;
  uint32_t capacity = 0;     // elements of the range
  uint32_t max_segment = 0;  // as SegmentInfo
  Keys keys = Keys::random;
  bool overlapping = false;  // segments are, so that nobody says what they become
};

// What of a segment is sorted.
Extent clamped(const SegmentSort& sort, const Extent& segment);

// The range begins at an odd element among guard words, and the table and the state at odd words. Elements between
// segments are guards too. `spoil` is called before words are looked at, to see that they are.
Report checkSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort,
                     const std::function<void()>& spoil = {});

// The same; fails the running test unless all is well. Without a sorter: with the rig's own of the configuration.
Report expectSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort);
void expectSegments(Rig& rig, const Config& config, const SegmentSort& sort);

// A table of segments of these counts, in an order and with gaps of the seed's choice; some are adjacent.
SegmentSort placedSegments(std::vector<uint32_t> counts, uint64_t seed);

Config segmented(Config config);

// Segments on both sides of every limit between the ways to sort one.
SegmentSort mixedSegments(const vksort::KernelSizes& shape);

// As many segments of a few elements.
SegmentSort tinySegments(uint32_t segments, uint32_t most);

// Sets the arguments of a sort at the beginning of arena 0 (and 1), with the table and the state in arena 2.
Call segmentCall(Rig& rig, const Config& config, uint32_t capacity, uint32_t segments, uint32_t max_segment);

// The barrier oracle on a log of segments: passes that sort whole segments, or parts of them, need nothing of each
// other.
uint32_t missingSegmentBarriers(const Log& log, const vksort::Sorter& sorter, uint32_t segments, uint32_t max_segment);

}  // namespace test
