// A shard is an octahedron with irregular corners, in index buffer order. Sides that face away are drawn first, which
// is back to front because the shard is convex.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "glass.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) readonly buffer Indices { uint indices[]; };

layout(location = 0) out vec3 place;         // metres
layout(location = 1) out vec3 edges;         // distances from the edges of the side, 0 to 1
layout(location = 2) flat out vec3 normal;
layout(location = 3) flat out vec3 tint;     // transmitted part of white light
layout(location = 4) flat out float front;   // 1 if the side faces the eye

const float kNear = 0.2;  // metres
const uint kSides = 8u;

mat3 turnBy(vec3 axis, float angle) {
  const float c = cos(angle);
  const float s = sin(angle);
  const vec3 a = axis * (1.0 - c);
  return mat3(a.x * axis + vec3(c, s * axis.z, -s * axis.y), a.y * axis + vec3(-s * axis.z, c, s * axis.x),
              a.z * axis + vec3(s * axis.y, -s * axis.x, c));
}

vec3 glassColor(vec3 at, float u) {
  const float turn = 0.5 + 0.5 * sin(atan(at.z, at.x) + 1.3 * at.y);
  const vec3 cold = mix(vec3(0.03, 0.50, 0.62), vec3(0.22, 0.14, 0.80), smoothstep(0.0, 0.75, turn));
  const vec3 warm = mix(vec3(0.90, 0.10, 0.34), vec3(1.0, 0.46, 0.08), u);
  return mix(cold, warm, smoothstep(0.55, 1.0, turn));
}

void main() {
  const uint vertices = 6u * kSides;
  const uint index = indices[gl_InstanceIndex + gl_VertexIndex / vertices];  // see DrawArguments
  const vec4 at = positions[index];
  uint state = shardState(index, push.seed);
  shardSize(push.count, state);
  state = hash(state ^ 0x9e3779b9u);
  const mat3 turn = turnBy(direction(state), 6.2831853 * random(state) + push.time * (random(state) - 0.5) * 0.9);
  vec3 plus, minus;
  for (int axis = 0; axis < 3; ++axis) {
    const float most = axis == 0 ? 1.0 : axis == 1 ? 0.62 : 0.20;
    plus[axis] = at.w * most * (0.55 + 0.45 * random(state));
    minus[axis] = at.w * most * (0.55 + 0.45 * random(state));
  }
  const uint vertex = gl_VertexIndex % vertices;
  const uint side = vertex / 3u % kSides;
  const uint corner = vertex % 3u;
  vec3 corners[3];
  for (uint i = 0u; i < 3u; ++i) {
    vec3 local = vec3(0.0);
    local[i] = (side >> i & 1u) != 0u ? plus[i] : -minus[i];
    corners[i] = at.xyz + turn * local;
  }
  const vec3 middle = (corners[0] + corners[1] + corners[2]) / 3.0;
  normal = normalize(cross(corners[1] - corners[0], corners[2] - corners[0]));
  if (dot(normal, middle - at.xyz) < 0.0) normal = -normal;
  const bool looks_here = dot(normal, eyePosition() - middle) > 0.0;
  place = corners[corner];
  edges = vec3(corner == 0u, corner == 1u, corner == 2u);
  tint = glassColor(at.xyz, random(state));
  front = looks_here ? 1.0 : 0.0;
  const bool second = vertex >= 3u * kSides;
  const bool drawn = looks_here == second && dot(push.view.forward, vec4(at.xyz, 1.0)) > kNear;
  gl_Position = drawn ? clipOf(viewOf(place)) : vec4(0.0, 0.0, 0.0, 1.0);
}
