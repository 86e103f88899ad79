#include "input.h"

#include <algorithm>
#include <random>

namespace bench {
namespace {

std::uint64_t mix(std::uint64_t x) {  // splitmix64's finalizer (S. Vigna)
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t checksum(const Elements& elements) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < elements.keys.size(); ++i) {
    const std::uint64_t value = elements.values.empty() ? 0 : elements.values[i];
    sum += mix(std::uint64_t{elements.keys[i]} << 32 | value);
  }
  return sum;
}

std::uint32_t bitsOf(std::uint32_t order, const Options& options) {
  std::uint32_t bits = options.order == vksort::Order::descending ? ~order : order;
  if (options.key_type == vksort::KeyType::u32) return bits;
  bits ^= 0x80000000u;
  const bool negative = (bits >> 31) != 0;
  return options.key_type == vksort::KeyType::f32 && negative ? bits ^ 0x7fffffffu : bits;
}

}  // namespace

std::uint32_t orderOf(std::uint32_t bits, vksort::KeyType type, vksort::Order order) {
  if (type == vksort::KeyType::f32 && (bits >> 31) != 0) bits ^= 0x7fffffffu;
  if (type != vksort::KeyType::u32) bits ^= 0x80000000u;
  return order == vksort::Order::descending ? ~bits : bits;
}

Elements makeInput(const Options& options, std::uint32_t count) {
  std::mt19937_64 random(options.seed * 1000003 + count);
  Elements input;
  input.keys.resize(count);
  for (std::uint32_t& key : input.keys) key = static_cast<std::uint32_t>(random());
  switch (options.distribution) {
    case Distribution::random:
      break;
    case Distribution::sorted:
    case Distribution::nearly:
      std::sort(input.keys.begin(), input.keys.end());
      break;
    case Distribution::reversed:
      std::sort(input.keys.begin(), input.keys.end(), std::greater<>());
      break;
    case Distribution::equal:
      std::fill(input.keys.begin(), input.keys.end(), input.keys.front());
      break;
    case Distribution::few:
      for (std::uint32_t& key : input.keys) key &= 15u;
      break;
  }
  if (options.distribution == Distribution::nearly) {
    // One element in a hundred changes places with one at most 1000 away.
    for (std::uint32_t i = 0; i < count / 100; ++i) {
      const auto a = static_cast<std::uint32_t>(random() % count);
      const auto b = static_cast<std::uint32_t>(std::min<std::uint64_t>(count - 1, a + random() % 1000));
      std::swap(input.keys[a], input.keys[b]);
    }
  }
  for (std::uint32_t& key : input.keys) key = bitsOf(key, options);
  if (options.values != vksort::Values::none) {
    input.values.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) input.values[i] = i;
  }
  return input;
}

bool verify(const Options& options, const Elements& input, const Elements& output) {
  const bool by_value = !output.values.empty() && options.ties == vksort::Ties::value;
  for (std::size_t i = 1; i < output.keys.size(); ++i) {
    const std::uint32_t a = orderOf(output.keys[i - 1], options.key_type, options.order);
    const std::uint32_t b = orderOf(output.keys[i], options.key_type, options.order);
    if (a > b || (a == b && by_value && output.values[i - 1] > output.values[i])) return false;
  }
  return checksum(input) == checksum(output);
}

}  // namespace bench
