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
// runs. `keys` are words, see keys.h; `payloads` may be empty.
std::uint64_t checksum(vksort::KeyType type, std::span<const std::uint32_t> keys,
                       std::span<const std::uint32_t> payloads, const Runs& runs = {});

// The order of payloads among equal keys, if they have one: first, first + 1, .., count - 1, 0, 1, .. first - 1.
struct Turn {
  std::uint32_t first = 0;  // 0: they ascend
  std::uint32_t count = 0;
};

// Takes the result from its first element to its last.
class Verifier {
 public:
  // The elements must be in order within each `run` of them, and with Ordering::payloads_ascend those of equal keys in
  // the order of `turn`.
  Verifier(const vksort::Ordering& ordering, std::uint64_t run, const Turn& turn = {})
      : ordering_(ordering), run_(run), turn_(turn) {}

  // Whole keys.
  void feed(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> payloads);

  // Whether everything fed was in order, and `count` elements with this sum, which is of the same runs, were fed: that
  // is, the input's elements and no others, each in its run.
  bool accepts(std::uint64_t count, std::uint64_t sum) const { return in_order_ && count == fed_ && sum == sum_; }

 private:
  // Elements are in order if their ranks are.
  struct Rank {
    std::uint64_t key = 0;
    std::uint32_t payload = 0;  // where it comes among those of equal keys; 0 if these have any order
    auto operator<=>(const Rank&) const = default;
  };

  std::uint32_t placeOf(std::uint32_t payload) const;

  vksort::Ordering ordering_;
  std::uint64_t run_;
  Turn turn_;
  std::uint64_t fed_ = 0;
  std::uint64_t sum_ = 0;
  Rank last_;  // of the last element fed
  bool in_order_ = true;
};

}  // namespace bench
