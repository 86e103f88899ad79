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
  entropy_1,  // AND of 2 random words
  entropy_3,  // AND of 4
  entropy_7,  // AND of 8
  all_ones,   // bits 0xffffffff, what the shaders pad with
  last,       // half of them the key that is ordered last, like the padding after conversion
  float_specials,
  nan,       // half of them NaN of all signs and payloads; the others zeros, infinities and random
  low_word,  // keys of 64 bits with the same high word
  zero_one,  // key i is at place 0 or 1: bit i of the seed
  nibbles,   // key i is at place 0 .. 15: four bits of the seed
  runs,      // sorted, each key Input::reach times
  clumps,    // random, but for runs of equal keys all over: of 2, 3, .. 40 elements, and one of Input::reach
  halves,    // below 2^16 elements, in order by their low 16 bits; by the 8 bits above, of two times Input::reach the
             // first two, which are alike, belong on either side of the middle
  halves_alike,  // the same, but that those two are equal keys
  low_ones,      // the low 8 bits are ones, the others any
};
inline constexpr std::array kAllKeys = {Keys::random,     Keys::sorted,     Keys::reversed,  Keys::equal,
                                        Keys::two_values, Keys::organ_pipe, Keys::entropy_1, Keys::entropy_3,
                                        Keys::entropy_7,  Keys::all_ones,   Keys::last,      Keys::float_specials};

// Payload::index has the index whatever is said.
enum class Payload : uint8_t {
  index,  // 0, 1, 2, ..: with Ties::by_value the result is the stable order
  random,
  all_ones,  // with keys like the padding, elements like the padding
};

struct Input {
  uint32_t n = 0;
  Keys keys = Keys::random;
  Payload payload = Payload::index;
  uint64_t seed = 0;
  // Of Keys::runs, clumps and halves alone; at least 1.
  uint32_t reach = 1;
  // Mode::indirect only.
  uint32_t room = 0;                // elements that could have been sorted beyond n
  std::optional<uint32_t> found{};  // what the device finds as the count, if not n; room must be 0 then
};

std::string describe(Keys keys);

Elements generate(const Config& config, const Input& input);

// A stream of random words (splitmix64; G. Steele and others, 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next64();
  uint32_t next() { return static_cast<uint32_t>(next64() >> 32); }

 private:
  uint64_t state_;
};

// The seed of this run: VKSORT_TEST_SEED, else always the same.
uint64_t runSeed();

// A new seed at every call, in an order fixed by runSeed().
uint64_t nextSeed();

}  // namespace test
