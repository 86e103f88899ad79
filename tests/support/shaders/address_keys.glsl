// A key generator for the tests: keys from a buffer whose address is in set 1.
#extension GL_EXT_buffer_reference : require
layout(buffer_reference, std430) readonly buffer Words { uint words[]; };
layout(std430, set = 1, binding = 0) readonly buffer Scene { Words keys; };
uint loadKey(uint index) { return keys.words[index]; }
