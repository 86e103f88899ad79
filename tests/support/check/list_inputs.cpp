#include "support/check/list_inputs.h"

namespace test {
namespace {

std::vector<uint32_t> countsOf(const vksort::Shape& shape) {
  const uint32_t tiny = 1u << shape.tiny_log2, small = 1u << shape.small_log2, tile = 1u << shape.tile_log2;
  std::vector<uint32_t> counts = {0, 0, 1, 1, 2, 3, 5, 17, tiny / 2, 2 * tile + 1, 3 * tile, 4 * tile, 9 * tile + 5};
  for (const uint32_t limit : {tiny, small, tile, 2 * tile})
    for (const uint32_t count : {limit - 1, limit, limit + 1}) counts.push_back(count);
  return counts;
}

}  // namespace

Config listed(Config config) {
  config.count = vksort::Count::lists;
  return config;
}

ListSort mixedLists(const vksort::Shape& shape) { return placedLists(countsOf(shape), nextSeed()); }

ListSort tinyLists(uint32_t lists, uint32_t most) {
  Random random(nextSeed());
  std::vector<uint32_t> counts(lists);
  for (uint32_t& count : counts) count = random.next() % (most + 1);
  return placedLists(counts, random.next64());
}

}  // namespace test
