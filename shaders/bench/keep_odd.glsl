// Keeps odd words, which are keys.
layout(std430, set = 1, binding = 0) readonly buffer Words { uint words[]; };

bool keep(uint index, out uint key) {
  key = words[index];
  return (key & 1u) != 0u;
}
