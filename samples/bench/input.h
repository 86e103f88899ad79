#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/segment_lengths.h"
#include "vksort_plan.h"
#include "vksort_toolkit.h"

namespace bench {

enum class Distribution { random, sorted, reversed, equal, few, nearly };

// Names of values on the command line and in tables.
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
inline const Words<SegmentLengths> kSegmentLengths = {
    {"equal", SegmentLengths::equal}, {"half", SegmentLengths::half}, {"zipf", SegmentLengths::zipf}};

// Returns "?" if `value` has no name.
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

// The low word comes first.
constexpr std::uint32_t wordsPerKey(vksort::KeyType type) { return type == vksort::KeyType::u64 ? 2 : 1; }
// Includes interleaved payloads.
constexpr std::uint32_t bytesWithKey(const vksort::Ordering& ordering) {
  return 4 * (wordsPerKey(ordering.key_type) + (ordering.payload == vksort::Payload::interleaved ? 1 : 0));
}
constexpr std::uint32_t bytesPerElement(const vksort::Ordering& ordering) {
  return 4 * (wordsPerKey(ordering.key_type) + (ordering.payload == vksort::Payload::none ? 0 : 1));
}

struct Input {
  vksort::Ordering ordering{.payload = vksort::Payload::none};  // without payloads_ascend
  vksort::Ties ties = vksort::Ties::stable;
  Distribution distribution = Distribution::random;
  std::uint64_t seed = 1;
  bool discard_keys = false;   // the keys are undefined after a sort
  std::uint32_t key_bits = 0;  // number of bits that differ, which is passed to vksort; 0 for all

  bool hasPayload() const { return ordering.payload != vksort::Payload::none; }
  // Returns true if the sort writes the index of each key as its payload.
  bool writesIndices() const { return ordering.payload == vksort::Payload::index; }
  bool hasCallersPayload() const { return hasPayload() && !writesIndices(); }
  bool isWide() const { return ordering.key_type == vksort::KeyType::u64; }
  // Returns true if the distribution determines the position of each key.
  bool isArranged() const;
  std::uint32_t differingBits() const { return key_bits != 0 ? key_bits : 32 * wordsPerKey(ordering.key_type); }
  // The GPU cannot check the order of the application's stable payloads.
  vksort::Ordering orderAfter() const;
};

struct Elements {
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> payloads;  // one per key, or empty
};

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

// Map a key to its place in the order, and back.
std::uint64_t orderOf(std::uint64_t key, vksort::KeyType type, vksort::Order order);
std::uint64_t keyOf(std::uint64_t place, vksort::KeyType type, vksort::Order order);

// The payloads are indices. Each key only depends on the seed and its index, so all machines get the same keys.
Elements makeInput(const Input& input, std::uint32_t count);

// Output i of splitmix64 (S. Vigna). Bijective for a given i.
constexpr std::uint64_t randomAt(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t x = seed + (i + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The pieces cover [0, count), on several threads if there are many. `work` must not throw, and must be thread-safe.
void forPieces(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace bench
