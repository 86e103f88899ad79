// What the scene of smoke and its shaders agree on. Read by C++ and by GLSL.
#ifndef VKSORT_PARTICLES_SMOKE_INTERFACE_H
#define VKSORT_PARTICLES_SMOKE_INTERFACE_H

#include "../interface.h"

#ifdef __cplusplus
namespace particles::smoke {
#endif

// What a particle has besides its position, whose w is its age in seconds, below 0 before the first birth. 16 bytes in
// a storage buffer.
struct Motion {
  vec3 velocity;    // metres per second
  uint generation;  // births so far
};

struct SimulatePush {
  uint count;
  uint seed;
  uint first_step;  // steps since the start of the simulation
  uint steps;       // to go now; 0 while paused
  uint reset;       // 1: starts from nothing
};

// The camera, and what sprites and background need. A point p is at dot(row, vec4(p, 1)) metres to the right of, above
// and in front of the eye.
struct DrawPush {
  vec4 right;
  vec4 up;
  vec4 forward;
  vec2 focal;  // clip units per metre at a depth of 1 metre
  float size;  // of the sprites, 1 for 20,000
  uint seed;
};

#ifdef __cplusplus
}  // namespace particles::smoke
#endif

#endif
