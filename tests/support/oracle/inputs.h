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
  all_ones,        // 0xffffffff, the padding of the shaders
  last,            // half of them the last key of the order, like converted padding
  float_specials,  // floats of every class and sign, a third of them NaN
  low_word,        // 64-bit keys with the same high word
  nibbles,         // 16 places in the order: key i uses four bits of the seed
  few,             // Input::reach different keys; half of 64-bit keys share a high word, half a low one
  runs,            // sorted, each key Input::reach times
  clumps,          // random, with runs of 2, 3, .. 40 and Input::reach equal keys anywhere
  halves,          // sorted by the low 16 bits, up to 2^16 elements. The first two of each 2 * Input::reach
                   // have the same 8 bits above, and belong to different halves
  halves_alike,    // the same, but these two keys are equal
  low_ones,        // random, but the low 8 bits are ones
};
inline constexpr std::array kAllKeys = {Keys::random,     Keys::sorted,     Keys::reversed,  Keys::equal,
                                        Keys::two_values, Keys::organ_pipe, Keys::entropy_1, Keys::entropy_3,
                                        Keys::entropy_7,  Keys::all_ones,   Keys::last,      Keys::float_specials};

// A Sorter with Payload::index always uses index.
enum class Payload : uint8_t {
  index,  // 0, 1, 2, ..: with Ties::by_value the result is the stable order
  random,
  all_ones,  // with keys like the padding, elements look like it
  repeated,  // each value about three times, in any order
};

struct Input {
  uint32_t n = 0;
  Keys keys = Keys::random;
  Payload payload = Payload::index;
  uint64_t seed = 0;
  uint32_t reach = 1;  // for Keys::few, runs, clumps and halves; at least 1
  // Mode::indirect only.
  uint32_t room = 0;                // elements that can be sorted in addition to n
  std::optional<uint32_t> found{};  // count on the device, if not n; then room must be 0
};

std::string describe(const Input& input);

Elements generate(const Config& config, const Input& input);

// Returns VKSORT_TEST_SEED, or a fixed seed.
uint64_t runSeed();

// Returns a new seed at each call, in an order that depends on runSeed().
uint64_t nextSeed();

}  // namespace test
