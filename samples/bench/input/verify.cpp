#include "input/verify.h"

#include <atomic>

#include "input/parallel.h"

namespace bench {
namespace {

std::uint64_t mix(std::uint64_t x) {  // splitmix64's finalizer (S. Vigna)
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

std::uint32_t orderOf(std::uint32_t bits, vksort::KeyType type, vksort::Order order) {
  if (type == vksort::KeyType::f32 && (bits >> 31) != 0) bits ^= 0x7fffffffu;
  if (type != vksort::KeyType::u32) bits ^= 0x80000000u;
  return order == vksort::Order::descending ? ~bits : bits;
}

std::uint64_t checksum(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> values) {
  std::atomic<std::uint64_t> sum = 0;
  forPieces(keys.size(), [&](std::size_t begin, std::size_t end) {
    std::uint64_t part = 0;
    for (std::size_t i = begin; i < end; ++i) {
      // Not the key itself: the hash of 0 is 0, and a lost zero must count.
      part += mix((std::uint64_t{keys[i]} << 32 | (values.empty() ? 0 : values[i])) + 0x9e3779b97f4a7c15u);
    }
    sum += part;
  });
  return sum;
}

void Verifier::feed(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> values) {
  if (keys.empty()) return;
  const bool by_value = !values.empty() && options_.ties == vksort::Ties::value;
  const auto rank = [&](std::size_t i) {
    return std::uint64_t{orderOf(keys[i], options_.key_type, options_.order)} << 32 | (by_value ? values[i] : 0);
  };
  std::atomic<bool> in_order = fed_ % run_ == 0 || last_ <= rank(0);
  forPieces(keys.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin == 0 ? 1 : begin; i < end; ++i) {
      if (rank(i - 1) > rank(i) && (fed_ + i) % run_ != 0) in_order = false;
    }
  });
  in_order_ = in_order_ && in_order;
  sum_ += checksum(keys, values);
  last_ = rank(keys.size() - 1);
  fed_ += keys.size();
}

}  // namespace bench
