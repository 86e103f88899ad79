#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "../random.h"

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 color;

const float kLamps = 240.0;

vec3 sky(float height) {
  const vec3 horizon = vec3(0.030, 0.026, 0.040);
  const vec3 zenith = vec3(0.0022, 0.0032, 0.0085);
  return mix(horizon, zenith, smoothstep(-0.02, 0.38, height)) +
         vec3(0.050, 0.028, 0.014) * exp(-22.0 * max(height, 0.0));
}

vec3 town(vec3 ray) {
  const float turn = atan(ray.z, ray.x) / 6.2831853 * kLamps;
  const float cell = floor(turn);
  uint state = hash(uint(cell + 1000.0));
  const float bright = random(state);
  const float high = 0.003 + 0.010 * random(state);
  const float pixel = 1.0 / pixelsPerMetre();
  const float across = (fract(turn) - 0.2 - 0.6 * random(state)) / kLamps * 6.2831853;
  const vec2 d = vec2(across, ray.y - high) / max(pixel * 1.2, 0.0012);
  return vec3(1.0, 0.70, 0.36) * (bright * bright * 0.9) * exp(-dot(d, d));
}

void main() {
  const vec3 ray = rayOf(clip);
  vec3 seen = sky(ray.y) + town(ray);
  if (ray.y < 0.0) {
    const float shore = smoothstep(-0.012, -0.002, ray.y);
    const float ripple = 0.85 + 0.15 * sin(900.0 * ray.y + 40.0 * sin(ray.x * 9.0));
    const vec3 lamps = town(vec3(ray.x, -ray.y * 0.22, ray.z)) * 0.35;
    const vec3 water = sky(-ray.y) * 0.42 * ripple + lamps;
    seen = mix(water, vec3(0.003, 0.003, 0.005), shore);
  }
  color = vec4(seen, 1.0);
}
