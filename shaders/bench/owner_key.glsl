// The key of an element of long segments: the number of its segment. starts[i]: the first element of segment i.
layout(std430, set = 1, binding = 0) readonly buffer Starts { uint starts[]; };

uint loadKey(uint index, uint payload) {
  uint segment = 0, end = starts.length();
  while (end - segment > 1) {
    uint middle = (segment + end) / 2;
    if (starts[middle] <= payload) segment = middle;
    else end = middle;
  }
  return segment;
}
