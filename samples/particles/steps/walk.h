// Sorting a short list one step at a time, as plain data: every list on the way, and what leads from one to the next.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace particles::steps {

struct Element {
  uint32_t key = 0;
  uint32_t index = 0;  // its place in the list that was given; equal keys end up in this order

  friend bool operator==(const Element&, const Element&) = default;
};

enum class Algorithm : uint8_t { bitonic, radix };

// What a step does: compare pairs and exchange some, or, of one digit of the keys: count how many elements have each
// value of it, add the counts up to where each value begins, move the elements there.
enum class Kind : uint8_t { compare, count, offset, move };

// After it the smaller element is at `low`, which is below `high`.
struct Comparator {
  uint32_t low = 0;
  uint32_t high = 0;
  bool exchanged = false;
};

struct Digit {
  uint32_t shift = 0;  // its lowest bit
  uint32_t bits = 0;

  uint32_t of(uint32_t key) const { return key >> shift & ((1U << bits) - 1); }
};

struct Step {
  Kind kind = Kind::compare;
  std::string title;                    // one line
  std::vector<Comparator> comparators;  // of compare, by their lower place
  Digit digit{};                        // of the others
  std::vector<uint32_t> counts;         // by value of the digit; from count on
  std::vector<uint32_t> offsets;        // the same; from offset on
  std::vector<uint32_t> places;         // where the element at i is afterwards
};

inline constexpr uint32_t kFewestElements = 16;
inline constexpr uint32_t kMostElements = 1024;
inline constexpr uint32_t kMostDigitBits = 8;

struct Walk {
  Algorithm algorithm = Algorithm::bitonic;
  std::vector<Step> steps;
  std::vector<std::vector<Element>> lists;  // before each step, and after the last one
};

// The network as vksort runs it: merges of runs of 2, 4, ... elements, each with a mirrored step first. Any number of
// elements; comparators that would reach past the end are left out.
Walk walkBitonic(std::span<const uint32_t> keys);

// From the lowest digit on, `digit_bits` (1 to kMostDigitBits) at a time, until no key has more bits. Stable.
Walk walkRadix(std::span<const uint32_t> keys, uint32_t digit_bits);

// Keys of 8 bits, or of 10 for more than 256; the same for the same seed.
std::vector<uint32_t> randomKeys(uint32_t count, uint32_t seed);

// "bitonic" or "radix".
const char* name(Algorithm algorithm);

// Which walk is shown, and where it stands.
struct StepsOptions {
  Algorithm algorithm = Algorithm::bitonic;
  double step = 0.0;        // of them are done; need not be whole
  uint32_t elements = 64;   // kFewestElements to kMostElements
  uint32_t digit_bits = 4;  // of the radix sort, 1 to kMostDigitBits
};
// The options must be in range.
Walk makeWalk(const StepsOptions& options, uint32_t seed);

}  // namespace particles::steps

namespace particles {
using steps::StepsOptions;
}
