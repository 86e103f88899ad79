// The check of a result, in pieces, so that it needs no second copy of it.
#pragma once

#include <cstdint>
#include <span>

#include "command_line/options.h"

namespace bench {

// The unsigned integer that orders a key as the configuration does.
std::uint32_t orderOf(std::uint32_t bits, vksort::KeyType type, vksort::Order order);

// Sum of a 64-bit hash of each element: the same for every arrangement of the same elements. `values` may be empty.
std::uint64_t checksum(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> values);

// Takes the result from its first element to its last.
class Verifier {
 public:
  // The elements must be in order within each `run` of them.
  Verifier(const Options& options, std::uint64_t run) : options_(options), run_(run) {}

  void feed(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> values);

  // Whether everything fed was in order, ties by value where they are deterministic, and `count` elements with this sum
  // were fed: that is, the input's elements and no others.
  bool accepts(std::uint64_t count, std::uint64_t sum) const { return in_order_ && count == fed_ && sum == sum_; }

 private:
  const Options& options_;
  std::uint64_t run_;
  std::uint64_t fed_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t last_ = 0;  // rank of the last element fed
  bool in_order_ = true;
};

}  // namespace bench
