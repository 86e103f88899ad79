#include "input/input.h"

#include <algorithm>

#include "algorithms/depths.h"
#include "input/parallel.h"

namespace bench {

// The i-th output of splitmix64 (S. Vigna) from `seed`.
std::uint64_t randomAt(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t x = seed + (i + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

namespace {

// The i-th of `count` random numbers in ascending order, spread evenly over 32 bits.
std::uint32_t ascendingAt(std::uint64_t seed, std::uint64_t i, std::uint64_t count) {
  const std::uint64_t width = (std::uint64_t{1} << 32) / count;
  return static_cast<std::uint32_t>((i << 32) / count + randomAt(seed, i) % width);
}

// The key, as bits, that comes where `order` comes among all 32-bit integers.
std::uint32_t bitsOf(std::uint32_t order, const Options& options) {
  std::uint32_t bits = options.order == vksort::Order::descending ? ~order : order;
  if (options.key_type == vksort::KeyType::u32) return bits;
  bits ^= 0x80000000u;
  const bool negative = (bits >> 31) != 0;
  return options.key_type == vksort::KeyType::f32 && negative ? bits ^ 0x7fffffffu : bits;
}

std::uint32_t keyAt(Distribution distribution, std::uint64_t seed, std::uint64_t i, std::uint64_t count) {
  switch (distribution) {
    case Distribution::sorted:
    case Distribution::nearly:
      return ascendingAt(seed, i, count);
    case Distribution::reversed:
      return ascendingAt(seed, count - 1 - i, count);
    case Distribution::equal:
      return static_cast<std::uint32_t>(randomAt(seed, 0) >> 32);
    case Distribution::few:
      return static_cast<std::uint32_t>(randomAt(seed, i) >> 60);
    case Distribution::random:
      break;
  }
  return static_cast<std::uint32_t>(randomAt(seed, i) >> 32);
}

}  // namespace

Elements makeInput(const Options& options, std::uint32_t count) {
  const std::uint64_t seed = options.seed * 1000003 + count;
  Elements input;
  input.keys.resize(count);
  forPieces(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      input.keys[i] = bitsOf(keyAt(options.distribution, seed, i, count), options);
    }
  });
  if (options.depthKeys()) std::ranges::transform(makePositions(options, count), input.keys.begin(), depthKey);
  if (options.distribution == Distribution::nearly) {
    // One element in a hundred changes places with one less than 1000 away, none of them twice.
    std::vector<bool> moved(count);
    for (std::uint32_t i = 0; i < count / 100; ++i) {
      const std::uint64_t a = randomAt(~seed, 2 * i) % count;
      const std::uint64_t b = std::min<std::uint64_t>(count - 1, a + randomAt(~seed, 2 * i + 1) % 1000);
      if (moved[a] || moved[b]) continue;
      moved[a] = moved[b] = true;
      std::swap(input.keys[a], input.keys[b]);
    }
  }
  if (options.values != vksort::Values::none) {
    input.values.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) input.values[i] = i;
  }
  return input;
}

}  // namespace bench
