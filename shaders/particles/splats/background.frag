#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "../random.h"

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 color;

void main() {
  const float height = rayOf(clip).y;
  const vec3 low = vec3(0.93, 0.78, 0.70);
  const vec3 high = vec3(0.36, 0.47, 0.62);
  const vec3 below = vec3(0.47, 0.45, 0.50);
  vec3 sky = mix(low, high, smoothstep(-0.05, 0.42, height));
  sky = mix(sky, below, smoothstep(0.0, -0.40, height));
  sky *= push.sky * (1.0 - 0.10 * dot(clip, clip));
  color = vec4(sky + noiseAt(gl_FragCoord.xy), 1.0);
}
