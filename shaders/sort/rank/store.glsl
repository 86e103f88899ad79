// What storage.glsl stores elements by where a tile is sorted into a copy: whole tiles, with what is not there.
#include "interface.h"
#include "copy.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer Scratch { uint scratch[]; };

// The copy's element `index` <- register r.
void storeElement(const uint r, const uint index) {
  scratch[copiedWord(0u, index)] = word0[r];
#ifdef VKSORT_PAIRS
  scratch[copiedWord(1u, index)] = word1[r];
#endif
  const uint last = (1u << VKSORT_RANK_SAMPLE_LOG2) - 1u;
  if ((index & last) == last) scratch[sampleWord(index >> VKSORT_RANK_SAMPLE_LOG2)] = word0[r];
}

void storeExisting(const uint r, const uint index) { storeElement(r, index); }
