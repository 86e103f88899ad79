// Copies words as fast as a kernel can: four 16-byte loads in flight per thread. Measures what sorts are compared with.
#version 450

layout(local_size_x = 128) in;
layout(constant_id = 0) const uint LAST = 0xffffffffu;  // index of each buffer's last element, one less than a power of two
layout(std430, set = 0, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, set = 0, binding = 1) writeonly buffer To { uvec4 to[]; };

void main() {
  const uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  const uint i = gl_GlobalInvocationID.x;
#define AT(k) ((i + k * threads) & LAST)
  const uvec4 a = from[AT(0u)];
  const uvec4 b = from[AT(1u)];
  const uvec4 c = from[AT(2u)];
  const uvec4 d = from[AT(3u)];
  to[AT(0u)] = a;
  to[AT(1u)] = b;
  to[AT(2u)] = c;
  to[AT(3u)] = d;
}
