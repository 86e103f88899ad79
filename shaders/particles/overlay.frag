// The atlas is a buffer with one byte per texel, because glyphs are drawn texel for pixel and need no filter.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(std430, set = 0, binding = 1) readonly buffer Atlas { uint texels[]; };
layout(push_constant) uniform Constants { OverlayPush push; };
layout(location = 0) in vec2 texel;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 color;

void main() {
  const uvec2 at = uvec2(clamp(texel, vec2(0.0), push.atlas_size - 1.0));
  const uint index = at.y * uint(push.atlas_size.x) + at.x;
  const float coverage = float((texels[index >> 2] >> ((index & 3u) * 8u)) & 255u) / 255.0;
  const float alpha = tint.a * coverage;
  color = vec4(tint.rgb * alpha, alpha);
}
