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

// Black, violet, orange, white.
vec3 heat(float error) {
  const vec3 low = mix(vec3(0.0), vec3(0.36, 0.08, 0.52), smoothstep(0.0, 0.3, error));
  const vec3 middle = mix(low, vec3(0.98, 0.45, 0.12), smoothstep(0.2, 0.65, error));
  return mix(middle, vec3(1.0, 0.98, 0.86), smoothstep(0.6, 1.0, error));
}

void main() {
  const vec3 right = colorOf(exact);
  const vec3 seen = colorOf(shown);
  if (push.error != 0u) {
    const vec3 apart = abs(right - seen);
    const float error = max(apart.r, max(apart.g, apart.b));
    const float grey = dot(right, vec3(0.2126, 0.7152, 0.0722));
    // Makes an eighth of the range bright, so that small errors are visible.
    color = vec4(0.22 * grey + heat(1.0 - exp(-6.0 * error)), 1.0);
    return;
  }
  color = vec4(gl_FragCoord.x < push.divider ? right : seen, 1.0);
}
