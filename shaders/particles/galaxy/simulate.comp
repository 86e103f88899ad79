// Where the stars are: two spiral arms that turn as a whole, and stars that pass through them.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../keys.glsl"
#include "star.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) writeonly buffer Positions { vec4 positions[]; };

const float kPattern = 0.10;   // radians per second, of the arms
const float kWinding = 2.9;    // radians per e-fold of the radius
const float kScale = 0.92;     // metres, of the disc

float discRadius(inout uint state) { return 0.12 - kScale * log(1.0 - 0.975 * random(state)); }

void main() {
  const uint index = PARTICLES_INVOCATION;
  if (index >= push.count) return;
  uint state = starState(index, push.seed);
  const uint kind = kindOf(state);
  vec3 p;
  if (kind == kBulge) {
    p = direction(state) * abs(bell(state)) * 0.26 * vec3(1.0, 0.72, 1.0);
    const float turn = push.time * 0.5;
    p.xz = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * p.xz;
  } else {
    const float radius = discRadius(state);
    float angle = 6.2831853 * random(state);
    float height = 0.05;
    if (kind == kDisc) {
      angle += push.time * 0.32 / (0.5 + radius);
      // Crowded where the arms are.
      const float arm = 2.0 * (angle - kPattern * push.time - kWinding * log(radius));
      angle -= 0.22 * sin(arm);
    } else {
      const float spread = kind == kDust ? 0.13 : kind == kGas ? 0.20 : 0.24;
      const float side = random(state) < 0.5 ? 0.0 : 3.1415927;
      angle = kWinding * log(radius) + side + kPattern * push.time + spread * bell(state);
      // Spurs between the arms.
      if (random(state) < 0.30) angle += 1.3 * random(state) * (kind == kDust ? 0.5 : 1.0);
      if (kind == kDust) angle += 0.20;  // on the inner edges
      height = kind == kDust ? 0.022 : 0.03;
    }
    p = vec3(radius * cos(angle), height * bell(state) * (1.0 + 0.3 * radius), radius * sin(angle));
  }
  positions[index] = vec4(p, 0.0);
  writeKey(index, index, p);
}
