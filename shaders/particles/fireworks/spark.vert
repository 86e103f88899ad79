// One quad per spark or puff of smoke, in index buffer order.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "burst.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 1) readonly buffer Indices { uint indices[]; };

layout(location = 0) out vec2 corner;     // -1 to 1 across the quad
layout(location = 1) flat out vec4 tint;  // light, and how much of the background is hidden
layout(location = 2) flat out float soft; // 1 for a puff, 0 for a spark with a bright centre

const float kNear = 0.1;         // metres
const float kLeastPixels = 1.3;  // minimum radius of a spark

vec3 colorOf(uint state, bool second) {
  const float u = random(state);
  if (second && random(state) < 0.4) return vec3(1.0, 0.92, 0.78);
  if (u < 0.30) return vec3(1.0, 0.62, 0.18);
  if (u < 0.46) return vec3(1.0, 0.16, 0.12);
  if (u < 0.60) return vec3(0.22, 0.42, 1.0);
  if (u < 0.74) return vec3(0.18, 0.95, 0.36);
  if (u < 0.88) return vec3(0.72, 0.26, 1.0);
  return vec3(1.0, 0.40, 0.62);
}

void main() {
  const uint index = indices[gl_InstanceIndex];
  const uint group = index / PARTICLES_BURST;
  const vec4 burst = burstAt(group, push.seed);
  const float size = burstSize(push.count);
  const Spark spark = sparkOf(index, burst, push.time, size, push.seed);
  uint state = burstState(group, floor(push.time / kPeriod + burst.w), push.seed);
  state = hash(state ^ 0xb0057u);
  uint own = hash(index / kTrail);
  const vec3 hue = colorOf(state, false);
  float radius;
  soft = spark.smoke ? 1.0 : 0.0;
  if (spark.age < 0.0) {
    const bool shown = index % PARTICLES_BURST < 40u;
    const float fade = shown ? (1.0 - 0.8 * spark.tail) * smoothstep(-kRise, -kRise + 0.15, spark.age) : 0.0;
    tint = vec4(vec3(1.0, 0.66, 0.34) * 1.6, 0.4) * fade;
    radius = 0.014;
  } else if (spark.smoke) {
    const float flash = exp(-2.6 * spark.age);
    const float fade = smoothstep(0.0, 0.15, spark.age) * exp(-0.75 * spark.age);
    const float alpha = 0.16 * fade;
    tint = vec4((hue * flash * 0.55 + vec3(0.030, 0.032, 0.042)) * alpha, alpha);
    radius = size * (0.16 + 0.22 * (1.0 - exp(-1.4 * spark.age)));
  } else {
    const float fade = exp(-1.05 * spark.age) * (1.0 - smoothstep(2.3, 3.2, spark.age));
    const float tail = (1.0 - spark.tail) * (1.0 - 0.75 * spark.tail);
    const float hot = exp(-5.0 * spark.age);
    const float twinkle = spark.age > 1.2 ? 0.45 + 0.55 * step(0.5, fract(random(own) + push.time * 5.0)) : 1.0;
    const vec3 light = mix(colorOf(state, hash(own) % 5u == 0u), vec3(1.0, 0.95, 0.85), hot);
    tint = vec4(light * (5.5 * fade * tail * twinkle), 0.55 * fade * tail);
    radius = size * 0.022 * (1.0 - 0.45 * spark.tail);
  }
  const vec3 view = viewOf(spark.at);
  const float least = kLeastPixels * view.z / pixelsPerMetre();
  if (radius < least) {
    tint *= (radius / least) * (radius / least);
    radius = least;
  }
  corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
  const bool drawn = view.z > kNear && tint.a > 0.0005;
  gl_Position = drawn ? clipOf(view + vec3(corner * radius, 0.0)) : vec4(0.0, 0.0, 0.0, 1.0);
}
