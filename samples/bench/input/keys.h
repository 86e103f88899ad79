// Keys of 32 and of 64 bits as they lie in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "vksort_verifier.h"

namespace bench {

// Words of 32 bits: 1, or 2 with the low one first.
constexpr std::uint32_t wordsPerKey(vksort::KeyType type) { return type == vksort::KeyType::u64 ? 2 : 1; }

// Of an element in the buffer of keys, which with Payload::interleaved also holds its payload.
std::uint32_t bytesWithKey(const vksort::Ordering& ordering);

// Of an element in all buffers.
std::uint32_t bytesPerElement(const vksort::Ordering& ordering);

class Keys {
 public:
  Keys(std::span<const std::uint32_t> words, vksort::KeyType type) : words_(words), each_(wordsPerKey(type)) {}

  std::size_t size() const { return words_.size() / each_; }
  std::uint64_t operator[](std::size_t i) const {
    return each_ == 1 ? words_[i] : std::uint64_t{words_[2 * i + 1]} << 32 | words_[2 * i];
  }

 private:
  std::span<const std::uint32_t> words_;
  std::uint32_t each_;
};

// The unsigned integer, of as many bits as the key, that orders it as the configuration does; and the key of such a
// one.
std::uint64_t orderOf(std::uint64_t key, vksort::KeyType type, vksort::Order order);
std::uint64_t keyOf(std::uint64_t place, vksort::KeyType type, vksort::Order order);

}  // namespace bench
