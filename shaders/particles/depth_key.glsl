// Keys of depths. `type`: PARTICLES_KEY_*.
#include "interface.h"

// An unsigned integer that is in the order of the keys of this type.
uint risingKey(const uint key, const uint type) {
  if (type == PARTICLES_KEY_F32) return (key >> 31) != 0u ? ~key : key | 0x80000000u;
  return type == PARTICLES_KEY_I32 ? key ^ 0x80000000u : key;
}

// The bits of a depth, or an integer that is in the order of the depths.
uint depthKey(const float depth, const uint type) {
  const uint bits = floatBitsToUint(depth);
  if (type == PARTICLES_KEY_F32) return bits;
  const uint rising = risingKey(bits, PARTICLES_KEY_F32);
  return type == PARTICLES_KEY_I32 ? rising ^ 0x80000000u : rising;
}
