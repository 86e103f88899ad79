// The check of a result, in pieces, so that it needs no second copy of it.
#pragma once

#include <cstdint>
#include <span>

#include "vksort_verifier.h"

namespace bench {

// Which elements are sorted among themselves.
struct Runs {
  std::uint64_t each = ~std::uint64_t{0};  // elements in a run; at least 1
  std::uint64_t first = 0;                 // the place of the first element
};

// Sum of a 64-bit hash of each element and its run: the same for every arrangement of the same elements within their
// runs. `keys` are words, see keys.h; `values` may be empty.
std::uint64_t checksum(vksort::KeyType type, std::span<const std::uint32_t> keys, std::span<const std::uint32_t> values,
                       const Runs& runs = {});

// Takes the result from its first element to its last.
class Verifier {
 public:
  // The elements must be in order within each `run` of them.
  Verifier(const vksort::Ordering& ordering, std::uint64_t run) : ordering_(ordering), run_(run) {}

  // Whole keys.
  void feed(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> values);

  // Whether everything fed was in order, ties by value where they are deterministic, and `count` elements with this
  // sum, which is of the same runs, were fed: that is, the input's elements and no others, each in its run.
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
