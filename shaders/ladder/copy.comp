// Copies words as fast as a kernel can: four 16-byte loads in flight per thread. Measures what sorts are compared with.
#version 450

layout(local_size_x = 128) in;
layout(std430, set = 0, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, set = 0, binding = 1) writeonly buffer To { uvec4 to[]; };

void main() {
  const uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  const uint i = gl_GlobalInvocationID.x;
  const uvec4 a = from[i];
  const uvec4 b = from[i + threads];
  const uvec4 c = from[i + 2u * threads];
  const uvec4 d = from[i + 3u * threads];
  to[i] = a;
  to[i + threads] = b;
  to[i + 2u * threads] = c;
  to[i + 3u * threads] = d;
}
