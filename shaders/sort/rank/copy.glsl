// Addresses in scratch memory, see interface.h. push.count is the maximum count.
#include "interface.h"

uint copiedElements() {
  const uint tile = 1u << TILE_LOG2;
  return (push.count + (tile - 1u)) & ~(tile - 1u);
}

// `word`: 0 or 1.
uint copiedWord(const uint word, const uint index) {
  return push.first_scratch + word * copiedElements() + index;
}

uint sampleWord(const uint index) {
#ifdef VKSORT_PAIRS
  return copiedWord(2u, index);
#else
  return copiedWord(1u, index);
#endif
}
