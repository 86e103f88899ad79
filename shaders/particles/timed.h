// What scenes whose elements move by the clock alone agree on with their shaders. Read by C++ and by GLSL.
#ifndef VKSORT_PARTICLES_TIMED_H
#define VKSORT_PARTICLES_TIMED_H

#include "interface.h"

#ifdef __cplusplus
namespace particles::timed {
#endif

// A storage buffer of positions, at binding 0, is to be written; what else a scene has is at binding 1.
struct MovePush {
  uint count;
  uint seed;
  float time;  // seconds
};

// The camera, and what all of the scene's pictures need. A point p is at dot(row, vec4(p, 1)) metres to the right of,
// above and in front of the eye. Bindings 0 to 2: positions, indices, and what else the scene has.
struct DrawPush {
  vec4 right;
  vec4 up;
  vec4 forward;
  vec2 focal;   // clip units per metre at a depth of 1 metre
  vec2 pixels;  // of the picture
  float time;   // seconds
  uint count;
  uint seed;
};

#ifdef __cplusplus
}  // namespace particles::timed
#endif

#endif
