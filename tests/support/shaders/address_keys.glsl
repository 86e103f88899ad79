// A key generator for the tests: reads keys by the address of their buffer.
#extension GL_EXT_buffer_reference : require
layout(buffer_reference, std430) readonly buffer Keys { uint keys[]; };
layout(std430, set = 1, binding = 0) readonly buffer Address { Keys source; };
uint loadKey(uint index) { return source.keys[index]; }
