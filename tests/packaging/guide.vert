// Stores a word of the structure that an instance draws.
#version 450
struct Splat { uint words[8]; };
layout(std430, set = 0, binding = 0) readonly buffer Drawn { Splat drawn[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Stored { uint stored[]; };

void main() {
  stored[gl_InstanceIndex] = drawn[gl_InstanceIndex].words[7];
  gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
  gl_PointSize = 1.0;
}
