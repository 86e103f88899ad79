// One quad per particle, in index buffer order.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "particle.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 2) readonly buffer Motions { Motion motions[]; };
layout(std430, set = 0, binding = 1) readonly buffer Indices { uint indices[]; };

layout(location = 0) out vec2 corner;  // -1 to 1 across the quad
layout(location = 1) flat out vec4 lit;     // rgb: colour of the lit side; a: opacity in the centre
layout(location = 2) flat out vec4 shaded;  // rgb: colour of the dark side; a: 1 if the sprite glows

const float kNear = 0.2;  // metres
const vec3 kLight = normalize(vec3(-0.35, 0.60, 0.72));

void smoke(Particle p, uint index, float life) {
  uint state = hash(index * 3u + p.generation);
  const float grain = random(state) - 0.5;
  const vec3 offset = birthOffset(index, p.generation, push.seed);
  const float depth = length(offset);  // 0 in the centre of the strand, 1 at its surface
  const float light = clamp(0.45 + 0.62 * dot(offset, kLight) + 0.25 * grain, 0.0, 1.0);
  const bool first = strandOf(index) == 0u;
  const vec3 pale = first ? vec3(0.88, 0.91, 0.97) : vec3(0.36, 0.49, 0.74);
  const vec3 dark = first ? vec3(0.24, 0.27, 0.37) : vec3(0.05, 0.07, 0.15);
  const float inner = 1.0 - smoothstep(0.45, 0.85, depth);
  const float heat = exp(-p.position.y * 0.75);
  const vec3 ember = mix(vec3(0.05, 0.04, 0.06), vec3(1.0, 0.36, 0.06), heat);
  const vec3 glow = vec3(0.95, 0.38, 0.10) * exp(-p.position.y * 2.2) * 0.55;
  const float fade = smoothstep(0.0, 0.05, life) * (1.0 - smoothstep(0.5, 1.0, life));
  lit = vec4(mix(mix(dark, pale, light) + glow, ember, inner), 0.78 * fade);
  shaded = vec4(lit.rgb * mix(0.55, 0.8, inner), 0.0);
}

void spark(float life) {
  const float heat = 1.0 - life;
  lit = vec4(mix(vec3(1.0, 0.30, 0.04), vec3(1.0, 0.86, 0.42), heat * heat), min(1.0, 3.0 * heat));
  shaded = vec4(0.95, 0.30, 0.03, 1.0);
}

void main() {
  const uint index = indices[gl_InstanceIndex];
  const Particle p = particleOf(positions[index], motions[index]);
  const float life = p.age / lifetimeOf(index, push.seed);
  const bool glows = isSpark(index);
  const vec3 view = viewOf(p.position);

  corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
  const float radius = push.size * (glows ? 0.016 : 0.045 + 0.13 * sqrt(life));
  vec2 offset = corner * radius;
  if (glows) {
    spark(life);
    const vec2 flight = vec2(dot(push.view.right.xyz, p.velocity), dot(push.view.up.xyz, p.velocity));
    const vec2 along = flight / max(length(flight), 1e-4);
    offset = (along * corner.y * (1.0 + 0.9 * length(flight)) + vec2(-along.y, along.x) * corner.x) * radius;
  } else {
    smoke(p, index, life);
  }
  // Unborn or near sprites get no area.
  const bool visible = p.age >= 0.0 && view.z > kNear;
  gl_Position = visible ? clipOf(view + vec3(offset, 0.0)) : vec4(0.0, 0.0, 0.0, 1.0);
}
