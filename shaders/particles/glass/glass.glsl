// A shard is computed from its index and the seed, so no state is stored.
#include "../random.h"

uint shardState(uint index, uint seed) { return hash(index + hash(seed ^ 0x61a55u)); }

// Metres from the centre to the farthest corner.
float shardSize(uint count, inout uint state) {
  const float u = random(state);
  return clamp(pow(4000.0 / float(count), 0.38), 0.18, 2.0) * (0.045 + 0.085 * u * u * u + 0.02 * u);
}

// A dark room with two soft lamps and a glowing core.

vec3 studio(vec3 ray) {
  vec3 seen = mix(vec3(0.010, 0.012, 0.020), vec3(0.075, 0.090, 0.140), smoothstep(-0.5, 0.9, ray.y));
  const vec3 key = normalize(vec3(-0.55, 0.70, 0.45));
  const vec3 rim = normalize(vec3(0.80, 0.15, -0.58));
  seen += vec3(5.0, 4.7, 4.2) * smoothstep(0.86, 0.95, dot(ray, key));
  seen += vec3(1.1, 1.7, 2.9) * smoothstep(0.80, 0.97, dot(ray, rim));
  return seen;
}

vec3 core(vec3 eye, vec3 ray) {
  const float along = -dot(eye, ray);
  const float past = length(eye + ray * max(along, 0.0));
  return vec3(1.0, 0.80, 0.52) * (0.60 * exp(-past * past * 9.0) + 0.09 * exp(-past * 1.8));
}
