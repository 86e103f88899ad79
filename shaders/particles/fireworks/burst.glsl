// A spark is computed from its index, the seed and the time, so no state is stored.
#include "../random.h"

const uint kRays = 56u;       // per burst
const uint kTrail = 8u;       // sparks per ray
const float kPeriod = 4.2;    // seconds between bursts at the same place
const float kRise = 0.9;      // seconds before the rocket bursts
const float kDrag = 1.7;      // per second

struct Spark {
  vec3 at;
  float age;   // seconds since the burst, negative before it
  float tail;  // 0 at the head of a ray, 1 at its end
  bool smoke;
};

uint burstState(uint group, float cycle, uint seed) { return hash(group * 977u + hash(uint(cycle) + hash(seed))); }

Spark sparkOf(uint index, vec4 burst, float time, float size, uint seed) {
  const uint group = index / PARTICLES_BURST;
  const uint part = index % PARTICLES_BURST;
  const float periods = time / kPeriod + burst.w;
  uint kind = burstState(group, floor(periods), seed);
  const bool ring = random(kind) < 0.16;
  const bool willow = random(kind) < 0.28;
  uint state = hash(part / kTrail + hash(group + hash(seed)));
  Spark spark;
  spark.smoke = part >= kRays * kTrail;
  spark.age = fract(periods) * kPeriod - kRise;
  spark.tail = spark.smoke ? 0.0 : float(part % kTrail) / float(kTrail);
  if (spark.smoke) state = hash(part + hash(group + hash(seed)));
  vec3 out_of = direction(state);
  if (ring) {
    const vec3 tilt = normalize(vec3(0.4, 1.0, 0.3));
    out_of = normalize(out_of - tilt * dot(out_of, tilt) * 0.93);
  }
  const float speed = size * (willow ? 1.25 : 1.75) * (0.92 + 0.16 * random(state));
  if (spark.age < 0.0) {
    const float up = 1.0 + spark.age / kRise;
    const float lag = 0.10 * random(state) * up;
    const float at = max(up - lag, 0.0);
    spark.at = burst.xyz - vec3(0.0, (1.0 - at) * (1.0 - at) * burst.y, 0.0);
    spark.at += 0.012 * out_of * lag * 10.0;
    spark.tail = lag * 10.0;
    return spark;
  }
  const float age = max(spark.age - spark.tail * (willow ? 0.62 : 0.30), 0.0);
  if (spark.smoke) {
    spark.at = burst.xyz + out_of * size * 0.62 * (1.0 - exp(-2.2 * age)) * pow(random(state), 0.33);
    spark.at += vec3(0.10, 0.03, 0.02) * age;
  } else {
    spark.at = burst.xyz + out_of * speed * (1.0 - exp(-kDrag * age)) / kDrag;
    spark.at.y -= (willow ? 0.15 : 0.10) * age * age;
  }
  spark.at.y = max(spark.at.y, 0.01);
  return spark;
}

float burstSize(uint count) {
  const float groups = ceil(float(count) / float(PARTICLES_BURST));
  return clamp(1.4 * pow(24.0 / groups, 0.32), 0.42, 1.5);
}
