// What the scene of splats and its shaders agree on. Read by C++ and by GLSL.
#ifndef VKSORT_PARTICLES_SPLATS_INTERFACE_H
#define VKSORT_PARTICLES_SPLATS_INTERFACE_H

#include "../interface.h"

#ifdef __cplusplus
namespace particles::splats {
#endif

// What a splat has besides its position, whose w is three times its largest standard deviation, in metres. 32 bytes in
// a storage buffer.
struct Splat {
  vec3 diagonal;  // xx, yy, zz of its covariance, in square metres
  uint color;     // red in the lowest 8 bits, green, blue, opacity
  vec3 mixed;     // xy, xz, yz
  uint unused;
};

// Where colours depend on the direction: for each splat DrawPush::words words of two numbers of 16 bits, the lower bits
// first; red, green and blue of the colour from everywhere, of the first coefficient of degree 1, and so on.
#define PARTICLES_SPLATS_UP_Y 0u  // which way is up in the file that they are of
#define PARTICLES_SPLATS_UP_MINUS_Y 1u
#define PARTICLES_SPLATS_UP_Z 2u

// The camera. A point p is at dot(row, vec4(p, 1)) metres to the right of, above and in front of the eye.
struct DrawPush {
  vec4 right;
  vec4 up;
  vec4 forward;
  vec2 focal;    // clip units per metre at a depth of 1 metre
  vec2 pixels;   // of the picture
  uint discs;    // 1: points, drawn as discs
  uint degree;   // of the spherical harmonics of colours; 0: there are none
  uint words;    // of them, for each splat
  uint file_up;  // PARTICLES_SPLATS_UP_*
};

#ifdef __cplusplus
}  // namespace particles::splats
#endif

#endif
