// Shows two pictures of the same scene, divided by a line, or their difference.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "interface.h"

layout(set = 0, binding = 0) uniform texture2D exact;
layout(set = 0, binding = 1) uniform texture2D shown;
layout(push_constant) uniform Constants { ComparePush push; };
layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 color;

// Compares bytes, because textures can be rounded differently.
vec3 colorOf(texture2D picture) {
  return unpackUnorm4x8(packUnorm4x8(texelFetch(picture, ivec2(gl_FragCoord.xy), 0))).rgb;
}

void main() {
  const vec3 right = colorOf(exact);
  const vec3 seen = colorOf(shown);
  if (push.error != 0u) {
    const vec3 apart = abs(right - seen);
    const float error = max(apart.r, max(apart.g, apart.b));
    color = vec4(heatOf(error), 1.0);
    return;
  }
  color = vec4(gl_FragCoord.x < push.divider ? right : seen, 1.0);
}
