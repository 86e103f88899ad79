// What a sort must produce, computed on the host by other means than the shaders'.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/oracle/steps.h"
#include "vksort.h"

namespace test {

// How the elements of a recording are counted.
enum class Mode : uint8_t { whole, indirect, segments };

inline constexpr uint8_t kEveryBit = 255;  // Config::bit_count: kAllBits

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
  bool generator = false;       // keys come from source_keys.glsl
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

std::string describe(const Config& config);

[[nodiscard]] inline vksort::KeyBits bitsOf(const Config& config) {
  return {config.first_bit, config.bit_count == kEveryBit ? vksort::kAllBits : config.bit_count};
}
// Are keys of 64 bits?
bool wideKeys(const Config& config);
// What the kernels move.
vksort::Element elementOf(const Config& config);
// Are the payloads in a buffer of their own?
bool splitValues(const Config& config);
// Words of an element in the buffer of keys.
uint32_t keyWords(const Config& config);

// Place of a key among all 2^32 or 2^64 keys of the configuration, and the key at a place. Inverse to each other.
uint64_t placeOf(const Config& config, uint64_t key);
uint64_t keyAt(const Config& config, uint64_t place);
uint64_t lastPlace(const Config& config);

// Elements of one range; `values`, the payloads, are empty for Payload::none.
struct Elements {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> values;
};

// The elements as they lie in the buffer of keys: keys, and interleaved payloads.
void putKeys(const Config& config, const Elements& elements, uint32_t* words);
void getKeys(const Config& config, const uint32_t* words, Elements& elements);

// What decides where an element goes, first things first.
struct Ranked {
  uint64_t place;
  uint32_t value;
  auto operator<=>(const Ranked&) const = default;
};
std::vector<Ranked> ranked(const Config& config, const Elements& elements);

// Is `after` the sorted `before`? Bit for bit, in the input order of ties if they are stable; with Ties::any the keys
// are compared in sequence and the payloads of equal keys as a set. Empty if so, else a line that says where it is not.
std::string explainWrong(const Config& config, const Elements& before, const Elements& after);

}  // namespace test
