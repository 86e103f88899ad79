#include "support/check/segment_check.h"

namespace test {

Config segmented(Config config) {
  config.mode = Mode::segments;
  return config;
}

SegmentSort placedSegments(std::vector<uint32_t> counts, uint64_t seed) {
  Random random{seed};
  for (std::size_t i = counts.size(); i > 1; --i) std::swap(counts[i - 1], counts[random.below(i)]);
  SegmentSort sort;
  for (const uint32_t count : counts) {
    sort.table.push_back({sort.capacity, count});
    sort.capacity += count + (random.chance(1, 3) ? 0 : random.between(1, 5));
  }
  for (std::size_t i = counts.size(); i > 1; --i) std::swap(sort.table[i - 1], sort.table[random.below(i)]);
  return sort;
}

SegmentSort mixedSegments(const vksort::KernelSizes& shape) {
  const uint32_t tiny = 1u << shape.tiny_log2, small = 1u << shape.small_log2, tile = 1u << shape.tile_log2;
  std::vector<uint32_t> counts = {0, 0, 1, 1, 2, 3, 5, 17, tiny / 2, 2 * tile + 1, 3 * tile, 4 * tile, 9 * tile + 5};
  for (const uint32_t limit : {tiny, small, tile, 2 * tile})
    for (const uint32_t count : {limit - 1, limit, limit + 1}) counts.push_back(count);
  return placedSegments(counts, nextSeed());
}

SegmentSort longSegments(const vksort::radix::RadixSetting& setting) {
  const uint32_t tile = setting.shapes[setting.listed_index].tile(), one = setting.max_in_place,
                 several = (one / tile + 1) * tile;
  return placedSegments({0, 1, 2, 3, 17, 130, one - 1, one, one + 1, several - 1, several, several + 1,
                         several + tile + 1, 9 * several + 5},
                        nextSeed());
}

SegmentSort tinySegments(uint32_t segments, uint32_t most) {
  Random random{nextSeed()};
  std::vector<uint32_t> counts(segments);
  for (uint32_t& count : counts) count = random.between(0, most);
  return placedSegments(counts, random.bits());
}

}  // namespace test
