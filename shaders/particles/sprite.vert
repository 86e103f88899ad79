// One quad per particle, in the order of the index buffer.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "particle.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Particles { Particle particles[]; };
layout(std430, set = 0, binding = 1) readonly buffer Indices { uint indices[]; };
layout(push_constant) uniform Constants { DrawPush push; };

layout(location = 0) out vec2 corner;  // -1 to 1 across the quad
layout(location = 1) flat out vec4 lit;     // colour towards the light; a: opacity in the middle
layout(location = 2) flat out vec4 shaded;  // colour away from it; a: 1 for a glowing sprite

const float kNear = 0.2;  // metres
const vec3 kLight = vec3(-0.62, 0.55, 0.56);

void smoke(Particle p, uint index, float life) {
  uint state = hash(index * 3u + p.generation);
  const float grain = random(state);
  const float radial = length(p.position.xz) + 0.05;
  const float side = dot(p.position.xz / radial, normalize(kLight.xz));  // -1 on the dark side of the column
  const float light = clamp(0.42 + 0.5 * side + 0.35 * (grain - 0.5), 0.0, 1.0);
  const vec3 pale = strandOf(index) == 0u ? vec3(0.80, 0.87, 0.97) : vec3(0.38, 0.47, 0.66);
  const vec3 dark = strandOf(index) == 0u ? vec3(0.20, 0.24, 0.34) : vec3(0.07, 0.09, 0.16);
  const vec3 glow = vec3(1.0, 0.42, 0.10) * exp(-p.position.y * 1.5) * (0.35 + 0.75 * exp(-radial * 2.0));
  const float fade = smoothstep(0.0, 0.06, life) * (1.0 - smoothstep(0.55, 1.0, life));
  lit = vec4(mix(dark, pale, light) + glow, 0.62 * fade);
  shaded = vec4(mix(dark, pale, light * 0.45) * 0.8 + glow * 0.6, 0.0);
}

void spark(float life) {
  const float heat = 1.0 - life;
  lit = vec4(mix(vec3(1.0, 0.30, 0.04), vec3(1.0, 0.86, 0.42), heat * heat), min(1.0, 3.0 * heat));
  shaded = vec4(0.95, 0.30, 0.03, 1.0);
}

void main() {
  const uint index = indices[gl_InstanceIndex];
  const Particle p = particles[index];
  const float life = p.age / lifetimeOf(index, push.seed);
  const bool glows = isSpark(index);
  const vec4 at = vec4(p.position, 1.0);
  const vec3 view = vec3(dot(push.right, at), dot(push.up, at), dot(push.forward, at));

  corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
  const float radius = push.size * (glows ? 0.016 : 0.045 + 0.13 * sqrt(life));
  vec2 offset = corner * radius;
  if (glows) {
    spark(life);
    const vec2 flight = vec2(dot(push.right.xyz, p.velocity), dot(push.up.xyz, p.velocity));
    const vec2 along = flight / max(length(flight), 1e-4);
    offset = (along * corner.y * (1.0 + 0.9 * length(flight)) + vec2(-along.y, along.x) * corner.x) * radius;
  } else {
    smoke(p, index, life);
  }
  // Without a depth buffer any depth inside the clip volume will do. Unborn and too near: no area.
  const bool visible = p.age >= 0.0 && view.z > kNear;
  gl_Position = visible ? vec4((view.xy + offset) * push.focal, 0.5 * view.z, view.z) : vec4(0.0, 0.0, 0.0, 1.0);
}
