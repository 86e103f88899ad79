#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "../random.h"

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 color;

vec3 sky(float height) {
  const vec3 horizon = vec3(0.105, 0.125, 0.185);
  const vec3 zenith = vec3(0.014, 0.018, 0.036);
  return mix(horizon, zenith, smoothstep(-0.15, 0.55, height));
}

vec3 ground(float d, vec3 far) {
  const float ring = smoothstep(0.03, 0.0, abs(fract(d * 1.25) - 0.5) / 1.25);
  const vec3 stone = vec3(0.088, 0.098, 0.130) + 0.030 * ring;
  const vec3 fire = vec3(1.0, 0.40, 0.09) * (0.55 * exp(-d * d * 1.6) + 0.12 * exp(-d * 0.9));
  return mix(stone + fire * (0.75 + 0.25 * ring), far, smoothstep(2.7, 3.3, d));
}

void main() {
  const vec3 eye = eyePosition();
  const vec3 ray = rayOf(clip);
  vec3 seen = sky(ray.y);
  if (ray.y < -1e-4) seen = ground(length((eye - ray * (eye.y / ray.y)).xz), sky(0.3 * ray.y));
  seen *= 1.0 - 0.16 * dot(clip, clip);
  color = vec4(seen + noiseAt(gl_FragCoord.xy), 1.0);
}
