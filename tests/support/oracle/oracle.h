// The sorts that tests ask for, and their results by the oracle of the cases.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cases/contents.h"
#include "support/oracle/steps.h"
#include "vksort.h"

namespace test {

using cases::Mode, cases::Random;

inline constexpr uint8_t kEveryBit = 0;  // Config::bit_count

// One sort of the test matrix: a Sorter, and a recording of it.
struct Config {
  vksort::KeyType key_type = vksort::KeyType::u32;  // u64: SorterInfo::key_bits is 64
  vksort::Order order = vksort::Order::ascending;
  vksort::NanRule nan_rule = vksort::NanRule::total_order;
  uint8_t first_bit = 0;  // SortInfo::significant_bits
  uint8_t bit_count = kEveryBit;
  Mode mode = Mode::whole;
  vksort::Payload payload = vksort::Payload::none;
  vksort::Ties ties = vksort::Ties::stable;
  bool scratch = false;         // recordings pass scratch memory: Algorithm::radix, or
  bool portable = false;        // without look-back: Algorithm::radix_portable,
  bool rank = false;            // or Algorithm::rank. Without scratch memory Scratch::never
  bool baseline = false;        // Creation::baseline
  bool push_descriptor = true;  // where the device has them
  bool full_subgroups = true;   // where the device has them
  auto operator<=>(const Config&) const = default;
};

// For tables of configurations.
inline constexpr auto kI32 = vksort::KeyType::i32, kF32 = vksort::KeyType::f32, kU64 = vksort::KeyType::u64;
inline constexpr auto kDown = vksort::Order::descending;
inline constexpr auto kNanLast = vksort::NanRule::last;
inline constexpr auto kIndex = vksort::Payload::index, kU32 = vksort::Payload::u32;
inline constexpr auto kInterleaved = vksort::Payload::interleaved;
inline constexpr auto kByValue = vksort::Ties::by_value, kAnyTies = vksort::Ties::any;

// The Sorter of a configuration, and the order that its recordings leave.
cases::Configuration configurationOf(const Config& config);
vksort::Ordering orderingOf(const Config& config);
std::string describe(const Config& config);

[[nodiscard]] inline vksort::KeyBits bitsOf(const Config& config) {
  return {config.first_bit, config.bit_count};
}
inline bool wideKeys(const Config& config) { return config.key_type == vksort::KeyType::u64; }
// Elements that the kernels move.
vksort::Element elementOf(const Config& config);
// Returns true if the payloads have a buffer of their own.
bool splitValues(const Config& config);
// Words of an element in the buffer of keys.
uint32_t keyWords(const Config& config);

// Elements of one range. `values`, the payloads, are empty for Payload::none.
struct Elements {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> values;
};

// The elements in the layout of the buffer of keys: keys, and interleaved payloads.
void putKeys(const Config& config, const Elements& elements, uint32_t* words);
void getKeys(const Config& config, const uint32_t* words, Elements& elements);

// The same elements for the oracle. Without payloads they are 0.
std::vector<cases::Element> elementsOf(const Elements& elements);

// Returns the first difference between `after` and the sorted `before`, or an empty text. With Ties::any, payloads of
// equal keys may come in any order.
std::string explainWrong(const Config& config, const Elements& before, const Elements& after);

}  // namespace test
