// What the particle viewer and its shaders agree on, whatever the scene. Read by C++ and by GLSL.
// A position is a vec4: x, y, z in metres, y up, the ground at 0; w is the scene's own, but where elements are culled:
// there it is the radius of a ball around all that is drawn of the element, in metres.
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

// Depth of p is ((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w, in this order and without fused operations, so
// that a host finds the same bits.
struct KeysPush {
  vec4 depth_row;
  uint count;
};

struct OverlayPush {
  vec2 to_clip;     // clip units per pixel
  vec2 atlas_size;  // texels
};

struct ComparePush {
  uint width;     // of the picture, in pixels
  uint flags;
  float divider;  // pixels from the left
};
#define PARTICLES_COMPARE_ERROR 1u       // how far they are from each other; else side by side
#define PARTICLES_COMPARE_BLUE_FIRST 2u  // the order of a pixel's bytes

#ifdef __cplusplus
}  // namespace particles
#endif

#endif
