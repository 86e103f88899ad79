// A night sky over a round floor that the fire lights.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(push_constant) uniform Constants { DrawPush push; };
layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 color;

vec3 sky(float height) {
  const vec3 horizon = vec3(0.105, 0.125, 0.185);
  const vec3 zenith = vec3(0.014, 0.018, 0.036);
  return mix(horizon, zenith, smoothstep(-0.15, 0.55, height));
}

// `d` metres from the middle.
vec3 ground(float d, vec3 far) {
  const float ring = smoothstep(0.03, 0.0, abs(fract(d * 1.25) - 0.5) / 1.25);
  const vec3 stone = vec3(0.088, 0.098, 0.130) + 0.030 * ring;
  const vec3 fire = vec3(1.0, 0.40, 0.09) * (0.55 * exp(-d * d * 1.6) + 0.12 * exp(-d * 0.9));
  return mix(stone + fire * (0.75 + 0.25 * ring), far, smoothstep(2.7, 3.3, d));
}

void main() {
  const vec3 eye = -(push.right.xyz * push.right.w + push.up.xyz * push.up.w + push.forward.xyz * push.forward.w);
  const vec2 slope = clip / push.focal;
  const vec3 ray = normalize(push.right.xyz * slope.x + push.up.xyz * slope.y + push.forward.xyz);
  vec3 seen = sky(ray.y);
  if (ray.y < -1e-4) seen = ground(length((eye - ray * (eye.y / ray.y)).xz), sky(0.3 * ray.y));
  seen *= 1.0 - 0.16 * dot(clip, clip);
  // Noise of one step of the format hides the bands of the gradient.
  const float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  color = vec4(seen + (noise - 0.5) / 255.0, 1.0);
}
