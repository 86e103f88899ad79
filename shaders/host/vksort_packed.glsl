// vksort_packed.h for the shaders of hosts: a depth and an index in one u32 key. That file says what all means; keys
// made here and there are the same, bit for bit.
#ifndef VKSORT_PACKED_GLSL
#define VKSORT_PACKED_GLSL

// vksort::Packing as it is: 20 bytes under the rules of std430 and of push constants.
struct VksortPacking {
  uint index_bits;
  uint nearest;
  uint farthest;
  uint shift;
  float steps_per_unit;
};

uint vksortPackKey(const VksortPacking packing, const float depth, const uint index) {
  // As integers, since a comparison of floats may flush denormals and says nothing of NaN.
  uint bits = floatBitsToUint(depth);
  bits = (bits >> 31) != 0u ? packing.nearest : clamp(bits, packing.nearest, packing.farthest);
  uint step_number = (bits - packing.nearest) >> packing.shift;
  if (packing.steps_per_unit != 0.0) {
    precise const float offset = uintBitsToFloat(bits) - uintBitsToFloat(packing.nearest);
    precise const float steps = offset * packing.steps_per_unit;
    step_number = uint(steps);
  }
  const uint last = 0xffffffffu >> packing.index_bits;
  return min(step_number, last) << packing.index_bits | (index & ((1u << packing.index_bits) - 1u));
}

uint vksortPackedIndex(const VksortPacking packing, const uint key) {
  return key & ((1u << packing.index_bits) - 1u);
}

// The middle of the depth's step, to the last bits of a float.
float vksortPackedDepth(const VksortPacking packing, const uint key) {
  const uint step_number = key >> packing.index_bits;
  if (packing.steps_per_unit != 0.0) {
    return uintBitsToFloat(packing.nearest) + (float(step_number) + 0.5) / packing.steps_per_unit;
  }
  const uint bits = packing.nearest + (step_number << packing.shift) + (1u << packing.shift >> 1);
  return uintBitsToFloat(min(bits, packing.farthest));
}

#endif
