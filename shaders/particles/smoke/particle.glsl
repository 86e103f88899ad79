#include "../random.h"

struct Particle {
  vec3 position;
  float age;
  vec3 velocity;
  uint generation;
};

Particle particleOf(vec4 position, Motion motion) {
  return Particle(position.xyz, position.w, motion.velocity, motion.generation);
}

const float kStep = 1.0 / float(PARTICLES_STEPS_PER_SECOND);  // seconds

bool isSpark(uint index) { return index % 8u == 7u; }

uint strandOf(uint index) { return (index >> 3) & 1u; }

float lifetimeOf(uint index, uint seed) {
  uint state = hash(index + hash(seed));
  const float spread = random(state);
  return isSpark(index) ? 0.9 + 1.6 * spread : 4.4 + 1.2 * spread;
}

// Motion keeps neighbours together, so this also determines the side of the strand on which the particle is later.
vec3 birthOffset(uint index, uint generation, uint seed) {
  uint state = hash(index + hash(generation + hash(seed)));
  const vec3 out_of = direction(state);
  return out_of * pow(random(state), 1.0 / 3.0);
}
