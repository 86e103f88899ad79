// Where the sparks are.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../interface.h"
#include "burst.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) writeonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) readonly buffer Bursts { vec4 bursts[]; };
layout(push_constant) uniform Constants { MovePush push; };

void main() {
  const uint index = PARTICLES_INVOCATION;
  if (index >= push.count) return;
  const vec4 burst = bursts[index / PARTICLES_BURST];
  const Spark spark = sparkOf(index, burst, push.time, burstSize(push.count), push.seed);
  positions[index] = vec4(spark.at, spark.age);
}
