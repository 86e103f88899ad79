// The interface between the particle viewer and its shaders, for C++ and GLSL.
// A position is a vec4: x, y, z in metres, y up, the ground at 0. w is the scene's own. Where elements are culled, it
// is the radius of a ball around all that is drawn of the element, in metres.
#ifndef VKSORT_PARTICLES_INTERFACE_H
#define VKSORT_PARTICLES_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/glm.hpp>
namespace particles {
using glm::mat3;
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = std::uint32_t;
#define PARTICLES_FUNCTION inline
#define PARTICLES_INOUT(type) type&
#else
#define PARTICLES_FUNCTION
#define PARTICLES_INOUT(type) inout type
#endif

#define PARTICLES_WORKGROUP 128
// Index of an invocation. Dispatches can be folded into two dimensions, so some indices are beyond the elements.
#define PARTICLES_INVOCATION \
  ((gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * PARTICLES_WORKGROUP + gl_LocalInvocationID.x)
#define PARTICLES_STEPS_PER_SECOND 60
#define PARTICLES_BURST 512u  // sparks of a burst of the fireworks, which are one group

// The depth of p is dot(row, vec4(p, 1)). An element at p with radius r can be seen if, using x, y and z of these rows:
//   z > PARTICLES_CULL_NEAR, |x| * focal.x <= z + r * slack.x, |y| * focal.y <= z + r * slack.y
// The CPU finds the same bits, because neither side fuses operations, and both add up rows from left to right.
#define PARTICLES_CULL_NEAR 0.2  // metres
struct CullView {
  vec4 right;
  vec4 up;
  vec4 forward;
  vec2 focal;  // both above 0
  vec2 slack;  // lengths of (1, focal): how far outside the frustum a ball of radius 1 may be
};

// Moves the elements of a scene and writes their sort keys. Bindings 0 to 2: positions, keys, indices. Then the other
// buffers of the scene and, if it has groups, {first, count} of the places of each group.
struct MovePush {
  CullView eye;
  uint count;
  uint seed;
  float time;           // seconds
  uint first_step;      // steps since the start of the simulation
  uint steps;           // to go now; 0 while paused
  uint reset;           // 1: starts from nothing
  uint writes_indices;  // 1: also writes the index of each element to its place
  uint arranged;        // 1: elements are written to the places of their groups
};

// The view of a camera. A point p is at dot(row, vec4(p, 1)) metres to the right of, above and in front of the eye.
struct View {
  vec4 right;
  vec4 up;
  vec4 forward;
  vec2 focal;   // clip units per metre at a depth of 1 metre, y downwards
  vec2 pixels;  // size of the picture
};

// Draws the elements of a scene. Bindings: positions, indices, and the extra buffers of the scene.
struct DrawPush {
  View view;
  float time;  // seconds
  uint count;
  uint seed;
  float size;        // smoke: of the sprites, 1 for 20,000
  vec3 file_up;      // splats: which way is up in the file
  uint discs;        // splats: 1: points, drawn as discs
  uint degree;       // splats: of the spherical harmonics of colours; 0: there are none
  uint words;        // splats: words of harmonics for each
  uint antialiased;  // splats: 1: opacity falls as the smallest size widens them
  float sky;         // splats: brightness of the background; 0 behind those that were trained before black
};

// Smoke: what a particle has besides its position, whose w is its age in seconds, below 0 before the first birth.
struct Motion {
  vec3 velocity;    // metres per second
  uint generation;  // births so far
};

// Splats: what one has besides its position, whose w is three times its largest standard deviation, in metres.
// Where colours depend on the direction, each splat has DrawPush::words words of two numbers of 16 bits, the lower bits
// first: red, green and blue of the colour from everywhere, of the first coefficient of degree 1, and so on.
struct Splat {
  vec3 diagonal;  // xx, yy, zz of its covariance, in square metres
  uint color;     // red in the lowest 8 bits, green, blue, opacity
  vec3 mixed;     // xy, xz, yz
  uint unused;
};

// Right, up and back of the viewer in the axes of a file: x stays to the right where it is not up or down.
PARTICLES_FUNCTION mat3 fileAxes(vec3 up) {
  const vec3 other = up.x * up.x < 0.9f ? vec3(1.0f, 0.0f, 0.0f) : vec3(0.0f, 0.0f, up.x < 0.0f ? 1.0f : -1.0f);
  const vec3 right = normalize(other - up * dot(up, other));
  return mat3(right, up, cross(right, up));
}

// What draws culled elements: a VkDrawIndirectCommand, and how many can be seen. Its first vertex is the vertices of an
// element, times the elements that a budget leaves out: other than a first instance, every device takes it.
struct DrawArguments {
  uint vertices;  // of each element
  uint instances;
  uint first_vertex;
  uint first_instance;  // 0
  uint seen;
};

struct BudgetPush {
  uint budget;  // elements that are drawn, at most
  uint frame;   // in flight
};

struct OverlayPush {
  vec2 to_clip;     // clip units per pixel
  vec2 atlas_size;  // texels
};

struct ComparePush {
  float divider;  // pixels from the left
  uint error;     // 1: how far the pictures are from each other; else side by side
};

#ifdef __cplusplus
}  // namespace particles
#endif

#endif
