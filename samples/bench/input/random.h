// Random numbers that are a function of a seed and an index: the same on every machine and for any number of threads.
#pragma once

#include <cstdint>

namespace bench {

// Spreads each bit of `x` over all 64, one to one.
constexpr std::uint64_t mix(std::uint64_t x) {  // splitmix64's finalizer (S. Vigna)
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;  // the step of splitmix64

// The i-th output of splitmix64 from `seed`.
constexpr std::uint64_t randomAt(std::uint64_t seed, std::uint64_t i) { return mix(seed + (i + 1) * kGolden); }

// Of --seed, for one size.
constexpr std::uint64_t seedFor(std::uint64_t seed, std::uint32_t count) { return seed * 1000003 + count; }

}  // namespace bench
