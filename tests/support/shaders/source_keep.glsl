// A cull for the tests: keeps elements whose word in memory has its lowest bit, and complements the word. Calls with an index
// that is not below `most` are counted.
layout(std430, set = 1, binding = 0) buffer Sources {
  uint most;
  uint stray_calls;
  uint words[];  // one more than `most`
};

bool keep(uint index, out uint key) {
  if (index >= most) atomicAdd(stray_calls, 1u);
  const uint word = words[min(index, most)];
  key = ~word;
  return (word & 1u) != 0u;
}
