// Definitions that the particle viewer and its shaders share. A position is a vec4: x, y and z in metres, with y up and
// the ground at 0. If elements are culled, w is the radius of a ball around everything drawn for the element, in
// metres; otherwise its meaning depends on the scene.
#ifndef VKSORT_PARTICLES_INTERFACE_H
#define VKSORT_PARTICLES_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/glm.hpp>
namespace particles {
using glm::exp;
using glm::mat3;
using glm::mix;
using glm::smoothstep;
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
// Exceeds the element count if a dispatch is folded into two dimensions.
#define PARTICLES_INVOCATION \
  ((gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * PARTICLES_WORKGROUP + gl_LocalInvocationID.x)
#define PARTICLES_STEPS_PER_SECOND 60
#define PARTICLES_BURST 512u  // sparks, which are one group

// The depth of p is dot(row, vec4(p, 1)). An element at p with radius r is visible if, using x, y and z of these rows:
//   z > PARTICLES_CULL_NEAR, |x| * focal.x <= z + r * slack.x, |y| * focal.y <= z + r * slack.y
// The CPU computes the same bits, because neither side fuses operations, and both add rows from left to right.
#define PARTICLES_CULL_NEAR 0.2  // metres
struct CullView {
  vec4 right;
  vec4 up;
  vec4 forward;
  vec2 focal;  // both positive
  vec2 slack;  // lengths of (1, focal): visible distance outside the frustum for a ball of radius 1
};

// Moves the elements of a scene and writes their sort keys. Bindings 0 to 2 are positions, keys and indices. They are
// followed by the scene's other buffers and, if it has groups, {first, count} of the places of each group.
struct MovePush {
  CullView eye;
  uint count;
  uint seed;
  float time;       // seconds
  uint first_step;  // since the start of the simulation
  uint steps;       // 0 while paused
  uint reset;
  uint writes_indices;
  uint arranged;  // 1 to store elements at the places of their groups
};

// A camera. dot(row, vec4(p, 1)) are the metres from the eye to p: to the right, up and forward.
struct View {
  vec4 right;
  vec4 up;
  vec4 forward;
  vec2 focal;  // clip units per metre at a depth of 1 metre, y downwards
  vec2 pixels;
};

// Bindings: positions, indices, and the scene's other buffers.
struct DrawPush {
  View view;
  float time;  // seconds
  uint count;
  uint seed;
  float size;  // smoke: 1 for 20,000 particles
  vec3 file_up;
  uint discs;        // 1 for points, drawn as discs
  uint degree;       // splats: degree of the spherical harmonics, or 0
  uint words;        // words of harmonics per splat
  uint antialiased;  // splats: 1 to reduce opacity when splats are widened
  float sky;         // splats: background brightness; 0 if trained against black
};

// Smoke: the position's w is the age in seconds, negative before the first birth.
struct Motion {
  vec3 velocity;  // metres per second
  uint generation;
};

// Splats: data in addition to the position, whose w is three times the largest standard deviation, in metres. If
// colours depend on the direction, each splat also uses DrawPush::words words that contain two 16-bit numbers each,
// lower half first: red, green and blue of the constant colour, then of the first coefficient of degree 1, and so on.
struct Splat {
  vec3 diagonal;  // xx, yy, zz of the covariance, in square metres
  uint red_green;     // 16 bits each, which can exceed 1
  vec3 mixed;     // xy, xz, yz
  uint blue_opacity;
};

// The viewer's right, up and back directions, in the axes of a file. x stays on the right unless it is vertical.
PARTICLES_FUNCTION mat3 fileAxes(vec3 up) {
  const vec3 other = up.x * up.x < 0.9f ? vec3(1.0f, 0.0f, 0.0f) : vec3(0.0f, 0.0f, up.x < 0.0f ? 1.0f : -1.0f);
  const vec3 right = normalize(other - up * dot(up, other));
  return mat3(right, up, cross(right, up));
}

// A VkDrawIndirectCommand for culled elements, and the number of visible elements. To skip elements that exceed the
// budget, first_vertex is their number times the vertices per element, because not every device supports a first
// instance.
struct DrawArguments {
  uint vertices;  // per element
  uint instances;
  uint first_vertex;
  uint first_instance;
  uint seen;
};

struct BudgetPush {
  uint budget;
  uint frame;
};

struct OverlayPush {
  vec2 to_clip;     // clip units per pixel
  vec2 atlas_size;  // texels
};

// The colour of a difference from 0 to 1: black, violet, orange, white. An eighth of the range is already bright, so
// that small differences are visible.
PARTICLES_FUNCTION vec3 heatOf(float difference) {
  const float heat = 1.0f - exp(-6.0f * difference);
  const vec3 low = mix(vec3(0.0f), vec3(0.36f, 0.08f, 0.52f), smoothstep(0.0f, 0.3f, heat));
  const vec3 middle = mix(low, vec3(0.98f, 0.45f, 0.12f), smoothstep(0.2f, 0.65f, heat));
  return mix(middle, vec3(1.0f, 0.98f, 0.86f), smoothstep(0.6f, 1.0f, heat));
}

struct ComparePush {
  float divider;  // pixels from the left edge
  uint error;     // 1 to show the difference
};

#ifdef __cplusplus
}  // namespace particles
#endif

#endif
