#include "steps/walk.h"

namespace particles::steps {

// Source of the mixing: S. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
std::vector<uint32_t> randomKeys(uint32_t count, uint32_t seed) {
  const uint32_t bits = count > 256 ? 10 : 8;
  std::vector<uint32_t> keys;
  keys.reserve(count);
  uint64_t state = seed;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t mixed = state += 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ mixed >> 30U) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ mixed >> 27U) * 0x94d049bb133111ebU;
    keys.push_back(static_cast<uint32_t>((mixed ^ mixed >> 31U) >> (64U - bits)));
  }
  return keys;
}

const char* name(Algorithm algorithm) { return algorithm == Algorithm::bitonic ? "bitonic" : "radix"; }

}  // namespace particles::steps
