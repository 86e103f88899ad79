// Keys and payloads to sort, reproducible from a seed.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "support/oracle/oracle.h"

namespace test {

enum class Keys : uint8_t {
  random,
  sorted,
  reversed,
  equal,
  two_values,
  organ_pipe,
  entropy_1,       // AND of 2 random words
  entropy_3,       // AND of 4
  entropy_7,       // AND of 8
  all_ones,        // bits 0xffffffff, the padding of the shaders
  last,            // half of them the key that is ordered last, like the padding after conversion
  float_specials,  // floats of every class and sign, a third of them NaN
  low_word,        // 64-bit keys with the same high word
  nibbles,         // key i has place 0 .. 15 in the order: four bits of the seed
  few,             // Input::reach different keys; half of 64-bit keys share a high word, half a low one
  runs,            // sorted, each key Input::reach times
  clumps,          // random, except for runs of 2, 3, .. 40 and Input::reach equal keys anywhere
  halves,          // below 2^16 elements, in order by their low 16 bits. By the 8 bits above, the first two elements of
                   // every two times Input::reach are alike, and belong on either side of the middle
  halves_alike,    // the same, except that these two have equal keys
  low_ones,        // the low 8 bits are ones, the others any
};
inline constexpr std::array kAllKeys = {Keys::random,     Keys::sorted,     Keys::reversed,  Keys::equal,
                                        Keys::two_values, Keys::organ_pipe, Keys::entropy_1, Keys::entropy_3,
                                        Keys::entropy_7,  Keys::all_ones,   Keys::last,      Keys::float_specials};

// Payload::index of a Sorter always has the index.
enum class Payload : uint8_t {
  index,  // 0, 1, 2, ..: with Ties::by_value the result is the stable order
  random,
  all_ones,  // with keys like the padding, elements like the padding
  repeated,  // each value about three times, in any order
};

struct Input {
  uint32_t n = 0;
  Keys keys = Keys::random;
  Payload payload = Payload::index;
  uint64_t seed = 0;
  uint32_t reach = 1;  // Keys::few, runs, clumps and halves only; at least 1
  // Mode::indirect only.
  uint32_t room = 0;                // elements that could have been sorted beyond n
  std::optional<uint32_t> found{};  // the count on the device, if it is not n; room must be 0 then
};

std::string describe(const Input& input);

Elements generate(const Config& config, const Input& input);

// The seed of this run: VKSORT_TEST_SEED, or always the same.
uint64_t runSeed();

// A new seed at every call, in an order fixed by runSeed().
uint64_t nextSeed();

}  // namespace test
