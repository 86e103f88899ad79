// One quad per star or cloud, in the order of the index buffer.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "star.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) readonly buffer Indices { uint indices[]; };

layout(location = 0) out vec2 corner;    // -1 to 1 across the quad
layout(location = 1) flat out vec4 tint;  // light, and what is hidden behind
layout(location = 2) flat out float soft; // 1: see glow.frag

const float kNear = 0.1;          // metres
const float kLeastPixels = 1.1;   // radius of a sprite
const float kUsual = 60000.0;     // sprites; of more of them each has less light

void main() {
  const uint index = indices[gl_InstanceIndex];
  soft = 1.0;
  const vec3 p = positions[index].xyz;
  uint state = starState(index, push.seed);
  const uint kind = kindOf(state);
  state = hash(state ^ 0x51ed270bu);
  const float u = random(state);
  const float share = kUsual / float(push.count);
  const float thin = sqrt(share);
  const float edge = smoothstep(3.2, 1.2, length(p.xz));
  float radius;
  if (kind == kGas) {
    radius = (0.05 + 0.16 * u * u) * sqrt(thin);
    const vec3 glow = u < 0.22 ? vec3(1.0, 0.22, 0.30) : mix(vec3(0.22, 0.42, 1.0), vec3(0.42, 0.46, 0.95), u);
    tint = vec4(glow * (u < 0.22 ? 0.20 : 0.060) * thin * (0.35 + 0.65 * edge), 0.02 * thin);
  } else if (kind == kDust) {
    radius = (0.045 + 0.085 * u) * sqrt(thin);
    tint = vec4(vec3(0.024, 0.012, 0.007) * thin, 0.42 * min(1.0, thin)) * (0.3 + 0.7 * edge);
  } else {
    const float bright = pow(u, 9.0);
    radius = (0.0055 + 0.011 * bright) * sqrt(thin);
    const vec3 old = mix(vec3(1.0, 0.55, 0.26), vec3(1.0, 0.82, 0.58), random(state));
    const vec3 young = mix(vec3(0.42, 0.58, 1.0), vec3(0.85, 0.92, 1.0), random(state));
    const vec3 hue = kind == kYoung ? young : old;
    const float power = kind == kBulge ? 0.55 : kind == kDisc ? 0.50 : 0.95;
    tint = vec4(hue * power * thin * (0.55 + 7.0 * bright), 0.30 * min(1.0, thin));
  }
  const vec3 view = viewOf(p);
  const float least = kLeastPixels * view.z / pixelsPerMetre();
  if (radius < least) {
    tint *= (radius / least) * (radius / least);
    radius = least;
  }
  corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
  gl_Position = view.z > kNear ? clipOf(view + vec3(corner * radius, 0.0)) : vec4(0.0, 0.0, 0.0, 1.0);
}
