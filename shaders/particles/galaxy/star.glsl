// What a sprite of the galaxy is, by its index and the seed alone.
#include "../random.glsl"

const uint kBulge = 0u;  // old yellow stars around the middle
const uint kDisc = 1u;   // old stars everywhere
const uint kYoung = 2u;  // blue stars in the arms
const uint kGas = 3u;    // what they make glow
const uint kDust = 4u;   // what hides them

uint starState(uint index, uint seed) { return hash(index + hash(seed)); }

uint kindOf(inout uint state) {
  const float u = random(state);
  return u < 0.17 ? kBulge : u < 0.52 ? kDisc : u < 0.72 ? kYoung : u < 0.82 ? kGas : kDust;
}
