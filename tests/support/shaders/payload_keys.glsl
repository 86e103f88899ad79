// A key generator that looks at payloads alone: the index of a key, with its highest bit turned. Keys as in source_keys.glsl.
layout(std430, set = 1, binding = 0) readonly buffer Sources {
  uint most;
  uint stray_calls;
  uint complements[];
};

uint loadKey(uint index, uint payload) { return ~complements[min(payload ^ 0x80000000u, most)]; }
