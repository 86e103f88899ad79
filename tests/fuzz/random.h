// Numbers that are the same on every machine: the engine is the standard's, its distributions are not.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace fuzz {

class Random {
 public:
  explicit Random(std::initializer_list<uint64_t> seeds) {
    std::vector<uint32_t> words;
    for (const uint64_t seed : seeds) {
      words.push_back(static_cast<uint32_t>(seed));
      words.push_back(static_cast<uint32_t>(seed >> 32));
    }
    std::seed_seq mixed(words.begin(), words.end());
    engine_.seed(mixed);
  }

  uint64_t bits() { return engine_(); }
  uint32_t word() { return static_cast<uint32_t>(engine_()); }
  // Below n, which must not be 0.
  uint32_t below(uint64_t n) { return static_cast<uint32_t>(engine_() % n); }
  // From..to, both included.
  uint32_t between(uint32_t from, uint32_t to) { return from + below(uint64_t{to} - from + 1); }
  // In `parts` of `whole` cases.
  bool chance(uint32_t parts, uint32_t whole) { return below(whole) < parts; }
  template <typename T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[below(of.size())];
  }
  // An enumeration's value that begins at 0 and ends with `last`.
  template <typename Enum>
  Enum any(Enum last) {
    return static_cast<Enum>(below(static_cast<uint64_t>(last) + 1));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace fuzz
