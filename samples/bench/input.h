// What is sorted: elements of each key type and distribution, as they lie in memory, and the words for them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "vksort_plan.h"
#include "vksort_toolkit.h"

namespace bench {

enum class Distribution { random, sorted, reversed, equal, few, nearly };

// The words of values on the command line and in tables.
template <typename T>
using Words = std::map<std::string, T>;
inline const Words<vksort::KeyType> kKeyTypes = {{"u32", vksort::KeyType::u32},
                                                 {"i32", vksort::KeyType::i32},
                                                 {"f32", vksort::KeyType::f32},
                                                 {"u64", vksort::KeyType::u64}};
inline const Words<vksort::Order> kOrders = {{"ascending", vksort::Order::ascending},
                                             {"descending", vksort::Order::descending}};
inline const Words<vksort::Payload> kPayloads = {
    {"index", vksort::Payload::index}, {"u32", vksort::Payload::u32}, {"none", vksort::Payload::none}};
inline const Words<vksort::Ties> kTies = {
    {"stable", vksort::Ties::stable}, {"value", vksort::Ties::by_value}, {"any", vksort::Ties::any}};
inline const Words<vksort::Scratch> kScratch = {
    {"off", vksort::Scratch::never}, {"on", vksort::Scratch::optional}, {"required", vksort::Scratch::required}};
inline const Words<vksort::Algorithm> kAlgorithms = {{"automatic", vksort::Algorithm::automatic},
                                                     {"bitonic", vksort::Algorithm::bitonic},
                                                     {"radix", vksort::Algorithm::radix},
                                                     {"radix-portable", vksort::Algorithm::radix_portable},
                                                     {"rank", vksort::Algorithm::rank}};
inline const Words<Distribution> kDistributions = {
    {"random", Distribution::random}, {"sorted", Distribution::sorted}, {"reversed", Distribution::reversed},
    {"equal", Distribution::equal},   {"few", Distribution::few},       {"nearly", Distribution::nearly}};

// The word of `value`, "?" if there is none.
template <typename T>
std::string wordOf(const Words<T>& words, T value) {
  for (const auto& [word, candidate] : words) {
    if (candidate == value) return word;
  }
  return "?";
}
inline std::string payloadWord(vksort::Payload payload) {
  return wordOf(kPayloads, payload == vksort::Payload::interleaved ? vksort::Payload::u32 : payload);
}

// Returns what is wrong with a text that must be such a number, or nothing. Decimal digits alone, and no octal.
std::function<std::string(const std::string&)> wholeNumber(std::uint64_t low, std::uint64_t high);

// Words of 32 bits in a key: 1, or 2 with the low one first.
constexpr std::uint32_t wordsPerKey(vksort::KeyType type) { return type == vksort::KeyType::u64 ? 2 : 1; }
// Of an element in the buffer of keys, which with Payload::interleaved also holds its payload.
constexpr std::uint32_t bytesWithKey(const vksort::Ordering& ordering) {
  return 4 * (wordsPerKey(ordering.key_type) + (ordering.payload == vksort::Payload::interleaved ? 1 : 0));
}
// Of an element in all buffers.
constexpr std::uint32_t bytesPerElement(const vksort::Ordering& ordering) {
  return 4 * (wordsPerKey(ordering.key_type) + (ordering.payload == vksort::Payload::none ? 0 : 1));
}

struct Input {
  vksort::Ordering ordering{.payload = vksort::Payload::none};  // without payloads_ascend
  vksort::Ties ties = vksort::Ties::stable;
  Distribution distribution = Distribution::random;
  std::uint64_t seed = 1;
  std::uint32_t key_bits = 0;  // only the lowest key_bits bits of the keys differ, and vksort knows it; 0: all

  bool hasPayload() const { return ordering.payload != vksort::Payload::none; }
  // Whether the sort writes the payloads: where each key was.
  bool writesIndices() const { return ordering.payload == vksort::Payload::index; }
  bool hasCallersPayload() const { return hasPayload() && !writesIndices(); }
  bool isWide() const { return ordering.key_type == vksort::KeyType::u64; }
  // Whether the distribution says where each key stands.
  bool isArranged() const;
  // Bits of a key that may differ: key_bits, or all.
  std::uint32_t differingBits() const { return key_bits != 0 ? key_bits : 32 * wordsPerKey(ordering.key_type); }
  // The order that a sort leaves. The GPU cannot check the order of stable payloads of the caller.
  vksort::Ordering orderAfter() const;
};

// Elements as they lie in memory.
struct Elements {
  std::vector<std::uint32_t> keys;      // words
  std::vector<std::uint32_t> payloads;  // one per key, or none at all
};

// Keys of one or two words.
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

// The unsigned integer, of as many bits as the key, that has the key's place in the order; and the key of a place.
std::uint64_t orderOf(std::uint64_t key, vksort::KeyType type, vksort::Order order);
std::uint64_t keyOf(std::uint64_t place, vksort::KeyType type, vksort::Order order);

// Returns `count` keys of the distribution, with their indices as payloads. Each key depends only on the seed and its
// index, so all machines get the same keys.
Elements makeInput(const Input& input, std::uint32_t count);

// The i-th output of splitmix64 from `seed` (S. Vigna): the same on every machine and for any number of threads. One to
// one for a given i.
constexpr std::uint64_t randomAt(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t x = seed + (i + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// Calls `work(begin, end)` for pieces that together cover [0, count) once, on several threads if there are many.
// `work` must not throw, and must be safe to call for different pieces at once.
void forPieces(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace bench
