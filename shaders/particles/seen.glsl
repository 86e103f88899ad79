// Keeps the elements whose key is a number.
layout(std430, set = 1, binding = 0) readonly buffer Keys { uint keys[]; };

bool keep(uint index, out uint key) {
  key = keys[index];
  return (key & 0x7fffffffu) <= 0x7f800000u;
}
