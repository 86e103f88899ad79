// Sorts a short list step by step, as plain data: the list before each step, and the step.
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

// A step compares pairs and exchanges some of them. Or it processes one digit of the keys: it counts the elements by
// digit, turns the counts into offsets, or moves the elements to them.
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
  std::string title;                    // one line
  std::vector<Comparator> comparators;  // for Kind::compare, by `low`
  Digit digit{};                        // for all other kinds
  std::vector<uint32_t> counts;         // elements per digit
  std::vector<uint32_t> offsets;        // start of each digit; for Kind::offset and Kind::move
  std::vector<uint32_t> places;         // new position of element i
};

inline constexpr uint32_t kFewestElements = 16;
inline constexpr uint32_t kMostElements = 1024;
inline constexpr uint32_t kDigitBits = 4;  // bits per digit in the radix sort

struct Walk {
  vksort::Algorithm algorithm = vksort::Algorithm::bitonic;  // or radix
  std::vector<Step> steps;
  std::vector<std::vector<Element>> lists;  // before each step, and after the last step
};

// Runs the network of vksort: merges to runs of 2, 4, ... elements, each with a mirrored first step. Supports any
// number of elements by leaving out comparators that would reach past the end.
Walk walkBitonic(std::span<const uint32_t> keys);

// Sorts by one digit after another, starting with the lowest, until no key has more bits. Stable.
Walk walkRadix(std::span<const uint32_t> keys);

// Returns 8-bit keys, or 10-bit keys if `count` is above 256.
std::vector<uint32_t> randomKeys(uint32_t count, uint32_t seed);

// The walk that is shown, and its position.
struct StepsOptions {
  vksort::Algorithm algorithm = vksort::Algorithm::bitonic;  // or radix
  double step = 0.0;                                         // number of finished steps; can be fractional
  uint32_t elements = 64;                                    // kFewestElements to kMostElements
};
Walk makeWalk(const StepsOptions& options, uint32_t seed);

}  // namespace particles::steps

namespace particles {
using steps::StepsOptions;
}
