#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cases/contents.h"
#include "support/oracle/steps.h"
#include "vksort.h"

namespace test {

using cases::Mode, cases::Random;

inline constexpr uint8_t kEveryBit = 0;

struct Config {
  vksort::KeyType key_type = vksort::KeyType::u32;  // u64: SorterInfo::key_bits is 64
  vksort::Order order = vksort::Order::ascending;
  vksort::NanRule nan_rule = vksort::NanRule::total_order;
  uint8_t first_bit = 0;
  uint8_t bit_count = kEveryBit;
  Mode mode = Mode::whole;
  vksort::Payload payload = vksort::Payload::none;
  vksort::Ties ties = vksort::Ties::stable;
  bool discard_keys = false;  // keys are undefined after a sort, unless they are interleaved
  bool scratch = false;       // use scratch memory; otherwise Scratch::never if possible
  bool portable = false;      // use Algorithm::radix_portable, without look-back
  bool rank = false;
  bool baseline = false;
  bool push_descriptor = true;  // if the device supports them
  bool full_subgroups = true;
  auto operator<=>(const Config&) const = default;
};

inline constexpr auto kI32 = vksort::KeyType::i32, kF32 = vksort::KeyType::f32, kU64 = vksort::KeyType::u64;
inline constexpr auto kDown = vksort::Order::descending;
inline constexpr auto kNanLast = vksort::NanRule::last;
inline constexpr auto kIndex = vksort::Payload::index, kU32 = vksort::Payload::u32;
inline constexpr auto kInterleaved = vksort::Payload::interleaved;
inline constexpr auto kByValue = vksort::Ties::by_value, kAnyTies = vksort::Ties::any;

cases::Configuration configurationOf(const Config& config);
vksort::Ordering orderingOf(const Config& config);
std::string describe(const Config& config);

[[nodiscard]] inline vksort::KeyBits bitsOf(const Config& config) { return {config.first_bit, config.bit_count}; }
inline bool wideKeys(const Config& config) { return config.key_type == vksort::KeyType::u64; }
vksort::Element elementOf(const Config& config);
bool splitValues(const Config& config);
uint32_t keyWords(const Config& config);

// `values` contains the payloads, or nothing.
struct Elements {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> values;
};

// Words in the layout of the key buffer.
void putKeys(const Config& config, const Elements& elements, uint32_t* words);
void getKeys(const Config& config, const uint32_t* words, Elements& elements);

std::vector<cases::Element> elementsOf(const Elements& elements);

// Returns the first difference, or an empty text. With Ties::any, payloads of equal keys can have any order.
std::string explainWrong(const Config& config, const Elements& before, const Elements& after);

}  // namespace test
