// The check of a result, in pieces, so that it needs no second copy of it.
#pragma once

#include <cstdint>
#include <span>

#include "vksort_verifier.h"

namespace bench {

// Sum of a 64-bit hash of each element: the same for every arrangement of the same elements. `keys` are words, see
// keys.h; `values` may be empty.
std::uint64_t checksum(vksort::KeyType type, std::span<const std::uint32_t> keys,
                       std::span<const std::uint32_t> values);

// Takes the result from its first element to its last.
class Verifier {
 public:
  // The elements must be in order within each `run` of them.
  Verifier(const vksort::Ordering& ordering, std::uint64_t run) : ordering_(ordering), run_(run) {}

  // Whole keys.
  void feed(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> values);

  // Whether everything fed was in order, ties by value where they are deterministic, and `count` elements with this sum
  // were fed: that is, the input's elements and no others.
  bool accepts(std::uint64_t count, std::uint64_t sum) const { return in_order_ && count == fed_ && sum == sum_; }

 private:
  // Elements are in order if their ranks are.
  struct Rank {
    std::uint64_t key = 0;
    std::uint32_t value = 0;  // 0 where ties may have any order
    auto operator<=>(const Rank&) const = default;
  };

  vksort::Ordering ordering_;
  std::uint64_t run_;
  std::uint64_t fed_ = 0;
  std::uint64_t sum_ = 0;
  Rank last_;  // of the last element fed
  bool in_order_ = true;
};

}  // namespace bench
