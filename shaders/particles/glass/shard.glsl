// What a shard of glass is, by its index and the seed alone.
#include "../random.glsl"

uint shardState(uint index, uint seed) { return hash(index + hash(seed ^ 0x61a55u)); }

// Metres from its middle to its farthest corner; of more shards each is smaller.
float shardSize(uint count, inout uint state) {
  const float u = random(state);
  return clamp(pow(4000.0 / float(count), 0.38), 0.18, 2.0) * (0.045 + 0.085 * u * u * u + 0.02 * u);
}
