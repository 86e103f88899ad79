// What is sorted: elements of each key type and distribution.
#pragma once

#include <cstdint>
#include <vector>

#include "vksort_verifier.h"

namespace bench {

enum class Distribution { random, sorted, reversed, equal, few, nearly };

// Where the keys come from: they are there before the sort, the sort computes them from positions, or a pass before it
// does.
enum class KeySource { buffer, generator, pass };

struct Input {
  vksort::Ordering ordering;  // without payloads_ascend
  vksort::Ties ties = vksort::Ties::stable;
  Distribution distribution = Distribution::random;
  KeySource source = KeySource::buffer;
  std::uint64_t seed = 1;
  std::uint32_t key_bits = 0;  // only the lowest key_bits bits of the keys differ, and vksort is told so; 0: all

  bool hasPayload() const { return ordering.payload != vksort::Payload::none; }
  // Whether the sort writes the payloads: where each key was.
  bool writesIndices() const { return ordering.payload == vksort::Payload::index; }
  bool hasCallersPayload() const { return hasPayload() && !writesIndices(); }
  bool isWide() const { return ordering.key_type == vksort::KeyType::u64; }
  // Whether the distribution says where each key stands.
  bool isArranged() const;
  // Bits of a key that may differ: key_bits, or all.
  std::uint32_t differingBits() const;
  // The order that a sort leaves; stable payloads of the caller have none that the GPU could check.
  vksort::Ordering orderAfter() const;
};

// Elements as they lie in memory.
struct Elements {
  std::vector<std::uint32_t> keys;      // words, see keys.h
  std::vector<std::uint32_t> payloads;  // one per key, or none at all
};

// `count` keys of the distribution; payloads are the indices. Each key is a function of the seed and its index, so the
// same input has the same keys on every machine. Keys of another source than the buffer are depths of positions, see
// positions.h; the key type must be f32.
Elements makeInput(const Input& input, std::uint32_t count);

}  // namespace bench
