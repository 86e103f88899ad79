// A globe of glass that has burst: shards fly out and back in.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../keys.glsl"
#include "glass.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) writeonly buffer Positions { vec4 positions[]; };

const float kGlobe = 1.32;  // metres, radius
const float kBeat = 0.55;   // radians per second

void main() {
  const uint index = PARTICLES_INVOCATION;
  if (index >= push.count) return;
  uint state = shardState(index, push.seed);
  const float size = shardSize(push.count, state);
  const vec3 out_of = direction(state);
  const float u = random(state);
  const vec3 burst = normalize(vec3(0.75, 0.42, 0.35));
  const float near = smoothstep(0.25, 0.95, dot(out_of, burst));
  const float wave = 0.5 + 0.5 * sin(kBeat * push.time + 2.0 * out_of.y);
  float radius = kGlobe * (0.985 + 0.03 * u);
  if (u < 0.12) radius = kGlobe * pow(random(state), 0.5);
  radius += near * near * (0.25 + 2.3 * random(state) * random(state)) * (0.75 + 0.25 * wave);
  radius += 0.05 * wave;
  const float turn = 0.11 * push.time * (1.0 + 0.4 * near);
  const vec3 at = mat3(cos(turn), 0.0, -sin(turn), 0.0, 1.0, 0.0, sin(turn), 0.0, cos(turn)) * out_of;
  positions[index] = vec4(at * radius, size);
  writeKeyIfSeen(index, vec4(at * radius, size));
}
