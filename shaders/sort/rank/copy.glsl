// The copy that tiles are sorted into and merged from: places in the scratch memory, see interface.h. Needs push, of the
// job's most elements, and TILE_LOG2.
#include "interface.h"

// Elements of the copy.
uint copiedElements() {
  const uint tile = 1u << TILE_LOG2;
  return (push.count + (tile - 1u)) & ~(tile - 1u);
}

// Where the first or second word of the copy's element `index` is.
uint copiedWord(const uint word, const uint index) {
  return push.first_scratch + word * copiedElements() + index;
}

// Where sample `index` is.
uint sampleWord(const uint index) {
#ifdef VKSORT_PAIRS
  return copiedWord(2u, index);
#else
  return copiedWord(1u, index);
#endif
}
