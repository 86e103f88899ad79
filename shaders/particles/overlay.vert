// Dear ImGui's triangles: 20 bytes per vertex, {x, y, u, v, colour}.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(std430, set = 0, binding = 0) readonly buffer Vertices { uint words[]; };
layout(push_constant) uniform Constants { OverlayPush push; };
layout(location = 0) out vec2 texel;
layout(location = 1) out vec4 tint;

void main() {
  const int word = gl_VertexIndex * 5;
  const vec2 pixel = vec2(uintBitsToFloat(words[word]), uintBitsToFloat(words[word + 1]));
  texel = vec2(uintBitsToFloat(words[word + 2]), uintBitsToFloat(words[word + 3])) * push.atlas_size;
  tint = unpackUnorm4x8(words[word + 4]);
  gl_Position = vec4(pixel * push.to_clip - 1.0, 0.0, 1.0);
}
