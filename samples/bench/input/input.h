// What is sorted: elements of each key type and distribution.
#pragma once

#include <cstdint>
#include <vector>

#include "vksort_verifier.h"

namespace bench {

enum class Distribution { random, sorted, reversed, equal, few, nearly };

// Where the keys come from: they are there before the sort, the sort computes them from positions, or a pass before it
// does.
enum class KeySource { buffer, hook, pass };

struct Input {
  vksort::Ordering ordering;
  Distribution distribution = Distribution::random;
  KeySource source = KeySource::buffer;
  std::uint64_t seed = 1;
  std::uint32_t key_bits = 0;    // the lowest so many bits of the keys differ, and vksort is told so; 0: all of 32
  std::uint32_t value_bits = 0;  // values are below 2^value_bits, and vksort is told so; 0: any

  bool hasValues() const { return ordering.values != vksort::Values::none; }
  // Whether the sort makes them up: the index of each key in what it is given.
  bool writesValues() const { return ordering.values == vksort::Values::iota; }
  // Whether the distribution says where each key stands.
  bool isArranged() const;
  // Bits of a key that may differ: key_bits, or all.
  std::uint32_t differingBits() const;
  // Bits that a value may have; 0 without values.
  std::uint32_t valueBits() const;
};

// Elements as they lie in memory.
struct Elements {
  std::vector<std::uint32_t> keys;    // words, see keys.h
  std::vector<std::uint32_t> values;  // one per key, or none at all
};

// `count` keys of the distribution; values are the indices, or with value_bits random. Each key is a function of the
// seed and its index, so the same input has the same keys on every machine. Of another source than the buffer: depths
// of positions, see positions.h; the key type must be f32.
Elements makeInput(const Input& input, std::uint32_t count);

}  // namespace bench
