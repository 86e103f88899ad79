// Keys are compared as unsigned integers. A sort converts them after its first load and back before its last store.
//   mask: 0x7fffffff for f32 (a negative float's magnitude bits turn round), else 0.
//   flip: the bits to complement: 0x80000000 for i32 and f32, 0 for u32, all 32 complemented for a descending order.
//   rotation: how many places go from the front to the end: the NaN that come first, if all NaN are to be last.

uint orderFromBits(const uint bits, const uint mask, const uint flip, const uint rotation) {
  return (bits ^ (uint(int(bits) >> 31) & mask) ^ flip) - rotation;
}

uint bitsFromOrder(const uint order, const uint mask, const uint flip, const uint rotation) {
  const uint bits = (order + rotation) ^ flip;  // the mask spares the sign bit, so the sign is already right
  return bits ^ (uint(int(bits) >> 31) & mask);
}
