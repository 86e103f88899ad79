#version 450
#extension GL_GOOGLE_include_directive : require
#include "../keys.glsl"
#include "burst.glsl"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(std430, set = 0, binding = 0) writeonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 3) readonly buffer Segments { uvec2 segments[]; };  // only read if push.arranged is
                                                                                      // set

void main() {
  const uint index = PARTICLES_INVOCATION;
  if (index >= push.count) return;
  const uint group = index / PARTICLES_BURST;
  const vec4 burst = burstAt(group, push.seed);
  const Spark spark = sparkOf(index, burst, push.time, burstSize(push.count), push.seed);
  positions[index] = vec4(spark.at, spark.age);
  const uint place = push.arranged != 0u ? segments[group].x + index % PARTICLES_BURST : index;
  writeKey(place, index, spark.at);
}
