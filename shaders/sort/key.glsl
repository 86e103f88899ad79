// Keys are compared as unsigned integers. A sort converts them on its first load and back on its last store.
//   mask: 0x7fffffff for f32 (a negative float's magnitude bits turn round), else 0.
//   flip: the bits to complement: 0x80000000 for i32 and f32, 0 for u32, all 32 complemented for a descending order.

uint orderFromBits(uint bits, uint mask, uint flip) {
  return bits ^ (uint(int(bits) >> 31) & mask) ^ flip;
}

uint bitsFromOrder(uint order, uint mask, uint flip) {
  const uint bits = order ^ flip;  // the mask spares the sign bit, so the sign is already right
  return bits ^ (uint(int(bits) >> 31) & mask);
}
