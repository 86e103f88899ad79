// Sorts a short list, and stores each step and the list before it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vksort_plan.h"

namespace particles::steps {

struct Element {
  uint32_t key = 0;
  uint32_t index = 0;  // position in the input; equal keys keep this order

  friend bool operator==(const Element&, const Element&) = default;
};

// A step compares and exchanges pairs, or processes a digit: it counts elements, turns counts into offsets, or moves
// elements.
enum class Kind : uint8_t { compare, count, offset, move };

// Moves the smaller element to `low`, which is less than `high`.
struct Comparator {
  uint32_t low = 0;
  uint32_t high = 0;
  bool exchanged = false;
};

struct Digit {
  uint32_t shift = 0;  // index of the lowest bit
  uint32_t bits = 0;

  uint32_t of(uint32_t key) const { return key >> shift & ((1U << bits) - 1); }
};

struct Step {
  Kind kind = Kind::compare;
  std::string title;
  std::vector<Comparator> comparators;  // for Kind::compare, sorted by `low`
  Digit digit{};
  std::vector<uint32_t> counts;
  std::vector<uint32_t> offsets;  // start of each digit, for Kind::offset and Kind::move
  std::vector<uint32_t> places;   // new position of element i
};

inline constexpr uint32_t kFewestElements = 16;
inline constexpr uint32_t kMostElements = 1024;
inline constexpr uint32_t kDigitBits = 4;

struct Walk {
  vksort::Algorithm algorithm = vksort::Algorithm::bitonic;
  std::vector<Step> steps;
  std::vector<std::vector<Element>> lists;  // before each step, and after the last step
};

// Merges to runs of 2, 4, ... elements, as vksort does. Comparators that would reach past the end are omitted.
Walk walkBitonic(std::span<const uint32_t> keys);

// Stable. Starts with the lowest digit, and ends with the highest bit of any key.
Walk walkRadix(std::span<const uint32_t> keys);

std::vector<uint32_t> randomKeys(uint32_t count, uint32_t seed);

struct StepsOptions {
  vksort::Algorithm algorithm = vksort::Algorithm::bitonic;
  double step = 0.0;  // finished steps; can be fractional
  uint32_t elements = 64;
};
Walk makeWalk(const StepsOptions& options, uint32_t seed);

}  // namespace particles::steps

namespace particles {
using steps::StepsOptions;
}
