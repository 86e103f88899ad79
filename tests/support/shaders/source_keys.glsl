// A key generator for the tests: keys from memory, complemented so that they are nowhere as they are. Calls with an index that
// is not below `most` are counted.
layout(std430, set = 1, binding = 0) buffer Sources {
  uint most;
  uint stray_calls;
  uint complements[];  // of the keys; one more than `most`
};

uint loadKey(uint index) {
  if (index >= most) atomicAdd(stray_calls, 1u);
  return ~complements[min(index, most)];
}
