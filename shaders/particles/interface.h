// What the particle viewer and its shaders agree on. Read by C++ and by GLSL.
#ifndef VKSORT_PARTICLES_INTERFACE_H
#define VKSORT_PARTICLES_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/glm.hpp>
namespace particles {
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = std::uint32_t;
#endif

#define PARTICLES_WORKGROUP 128
#define PARTICLES_STEPS_PER_SECOND 60

// 32 bytes in a storage buffer. Lengths in metres, y is up, the ground is at 0.
struct Particle {
  vec3 position;
  float age;  // seconds; below 0 before the first birth
  vec3 velocity;
  uint generation;  // births so far
};

struct SimulatePush {
  uint count;
  uint seed;
  uint first_step;  // steps since the start of the simulation
  uint steps;       // to go now; 0 while paused
  uint reset;       // 1: starts from nothing
};

// Depth of p is ((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w, in this order and without fused operations, so that
// a host finds the same bits.
struct KeysPush {
  vec4 depth_row;
  uint count;
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

struct OverlayPush {
  vec2 to_clip;     // clip units per pixel
  vec2 atlas_size;  // texels
};

#ifdef __cplusplus
}  // namespace particles
#endif

#endif
