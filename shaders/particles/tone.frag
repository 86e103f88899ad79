// Curve: K. Narkowicz's fit of the ACES film curve, 2016.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "random.h"

layout(set = 0, binding = 0) uniform texture2D light;
layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 color;

vec3 film(vec3 x) { return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }

void main() {
  vec3 seen = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb;
  // Light beyond the film's range brightens the other colours.
  const float most = max(seen.r, max(seen.g, seen.b));
  seen = mix(seen, vec3(most), 0.35 * smoothstep(1.0, 8.0, most));
  seen = film(seen * (1.0 - 0.12 * dot(clip, clip)));
  seen = mix(12.92 * seen, 1.055 * pow(max(seen, 1e-6), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, seen));
  color = vec4(seen + noiseAt(gl_FragCoord.xy), 1.0);
}
