// Packs and unpacks as a host's shader would; see packed_test.cpp.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "vksort_packed.glsl"

layout(local_size_x = 64) in;
layout(push_constant, std430) uniform Push {
  VksortPacking packing;
  uint count;
};
layout(std430, binding = 0) readonly buffer Depths { float depths[]; };
layout(std430, binding = 1) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = 2) writeonly buffer Unpacked { uvec2 unpacked[]; };  // index, bits of the depth

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= count) return;
  const uint key = vksortPackKey(packing, depths[i], i);
  keys[i] = key;
  unpacked[i] = uvec2(vksortPackedIndex(packing, key), floatBitsToUint(vksortPackedDepth(packing, key)));
}
