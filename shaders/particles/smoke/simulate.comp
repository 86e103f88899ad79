// Moves every particle by a number of fixed steps.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../keys.glsl"
#include "particle.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 3) buffer Motions { Motion motions[]; };

const float kTurn = 2.6;  // radians per second
const uint kStepsPerTurn = uint(6.2831853 / kTurn * float(PARTICLES_STEPS_PER_SECOND));

Particle emit(uint index, uint generation, uint step_number) {
  const vec3 offset = birthOffset(index, generation, push.seed);
  uint state = hash(index * 5u + generation);
  const float kick = random(state);
  const float turn = 6.2831853 * (float(step_number % kStepsPerTurn) / float(kStepsPerTurn));
  Particle born;
  born.age = 0.0;
  born.generation = generation;
  if (isSpark(index)) {
    born.position = vec3(0.0, 0.1, 0.0) + offset * vec3(0.16, 0.05, 0.16);
    born.velocity = vec3(offset.x * 1.1, 2.0 + 2.6 * kick, offset.z * 1.1);
  } else {
    const float angle = turn + 3.1415927 * float(strandOf(index));
    const vec3 out_of_axis = vec3(cos(angle), 0.0, sin(angle));
    born.position = out_of_axis * 0.34 + vec3(0.0, 0.16, 0.0) + offset * 0.2;
    born.velocity = vec3(-out_of_axis.z, 0.0, out_of_axis.x) * 0.3 + vec3(0.0, 0.85, 0.0);
  }
  return born;
}

// A divergence-free flow (Arnold, Beltrami and Childress), in two scales.
vec3 swirl(vec3 p) {
  const vec3 a = p * 1.9;
  const vec3 b = p.yzx * 4.3 + 1.7;
  return sin(a.zxy) + cos(a.yzx) + 0.6 * (sin(b.zxy) + cos(b.yzx));
}

void move(inout Particle p, bool spark, float seconds) {
  const float drag = spark ? 0.6 : 1.8;  // per second
  const vec3 wind = vec3(0.0, spark ? -2.2 : 0.84, 0.0);
  vec3 target = wind + swirl(p.position - vec3(0.0, 0.7 * seconds, 0.0)) * (spark ? 0.5 : 0.2);
  if (!spark) target.xz += p.position.xz * 0.1;  // the column widens
  p.velocity += (target - p.velocity) * (drag * kStep);
  p.position += p.velocity * kStep;
  if (p.position.y < 0.02) {
    p.position.y = 0.02;
    p.velocity *= vec3(0.6, -0.4, 0.6);
  }
}

void main() {
  const uint index = PARTICLES_INVOCATION;
  if (index >= push.count) return;
  const bool spark = isSpark(index);
  const float lifetime = lifetimeOf(index, push.seed);
  Particle p = particleOf(positions[index], motions[index]);
  if (push.reset != 0u) {
    uint state = hash(~index + hash(push.seed));
    p = emit(index, 0u, 0u);
    p.age = -lifetime * random(state);  // spreads births over one lifetime
  }
  for (uint i = 0u; i < push.steps; ++i) {
    const uint step_number = push.first_step + i;
    const float before = p.age;
    p.age += kStep;
    if (before >= 0.0) move(p, spark, float(step_number) * kStep);
    if (p.age >= lifetime || (before < 0.0 && p.age >= 0.0)) p = emit(index, p.generation + 1u, step_number);
  }
  positions[index] = vec4(p.position, p.age);
  motions[index] = Motion(p.velocity, p.generation);
  writeKey(index, index, p.position);
}
