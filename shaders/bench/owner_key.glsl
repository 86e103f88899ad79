// The key of an element of long segments: the number of its segment.
layout(std430, set = 1, binding = 0) readonly buffer Owners { uint owner_of[]; };

uint loadKey(uint index, uint payload) { return owner_of[payload]; }
