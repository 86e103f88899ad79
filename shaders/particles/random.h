// Random numbers, identical in C++ and GLSL and on every device.
#ifndef VKSORT_PARTICLES_RANDOM_H
#define VKSORT_PARTICLES_RANDOM_H
#include "interface.h"

#ifdef __cplusplus
namespace particles {
using glm::cos;
using glm::sin;
using glm::sqrt;
#endif

// PCG hash (Jarzynski and Olano, Hash Functions for GPU Rendering, 2020).
PARTICLES_FUNCTION uint hash(uint value) {
  const uint state = value * 747796405u + 2891336453u;
  const uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

// In [0, 1).
PARTICLES_FUNCTION float random(PARTICLES_INOUT(uint) state) {
  state = hash(state);
  return float(state >> 8u) * (1.0f / 16777216.0f);
}

// A point on the unit sphere.
PARTICLES_FUNCTION vec3 direction(PARTICLES_INOUT(uint) state) {
  const float turn = 6.2831853f * random(state);
  const float height = 2.0f * random(state) - 1.0f;
  const float ring = sqrt(1.0f - height * height);
  return vec3(ring * cos(turn), height, ring * sin(turn));
}

// Fireworks: position of a burst in metres, and the fraction of its period at which it starts.
PARTICLES_FUNCTION vec4 burstAt(uint group, uint seed) {
  uint state = hash(group + hash(seed ^ 0xb1257u));
  const float x = 7.2f * random(state) - 3.6f;
  const float y = 2.4f * random(state) + 1.7f;
  const float z = 6.2f * random(state) - 3.6f;
  return vec4(x, y, z, random(state));
}

#ifdef __cplusplus
}  // namespace particles
#else
// Half a step of an 8-bit format, up or down. Adding it hides banding in gradients.
float noiseAt(const vec2 pixel) {
  return (fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
#endif

#endif
