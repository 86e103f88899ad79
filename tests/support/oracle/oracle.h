// What a sort must produce, computed on the host by other means than the shaders'.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/oracle/steps.h"
#include "vksort.h"

namespace test {

// One sort of the test matrix.
struct Config {
  vksort::KeyType key_type = vksort::KeyType::u32;
  vksort::Order order = vksort::Order::ascending;
  vksort::Values values = vksort::Values::none;
  vksort::Ties ties = vksort::Ties::value;
  vksort::Path path = vksort::Path::automatic;
  bool push_descriptor = true;  // where the device has them
  bool full_subgroups = true;   // where the device has them
  vksort::NanRule nan_rule = vksort::NanRule::total_order;
  vksort::Count count = vksort::Count::host;
  bool coherent = false;
  bool hook = false;              // keys come from source_hook.glsl
  bool lent = false;              // sorts are lent scratch memory: Algorithm::radix, or
  bool portable = false;          // without looking back: Algorithm::radix_portable,
  bool by_ranks = false;          // or Algorithm::rank
  bool ascending_values = false;  // values are indices, and the sorter is told so
  uint8_t first_bit = 0;          // of the keys, that may differ; the sorter is told so
  uint8_t bit_count = 0;          // 0: all may
  uint8_t value_bits = 0;         // that values may have, and the sorter is told so; 0: any
  auto operator<=>(const Config&) const = default;
};

std::string describe(const Config& config);

// Are keys of 64 bits?
bool wideKeys(const Config& config);
// What the kernels move.
vksort::Element elementOf(const Config& config);
// Are the values in a buffer of their own?
bool splitValues(const Config& config);
// Words of an element in the buffer of keys.
uint32_t keyWords(const Config& config);

// Place of a key among all 2^32 or 2^64 keys of the configuration, and the key at a place. Inverse to each other.
uint64_t placeOf(const Config& config, uint64_t key);
uint64_t keyAt(const Config& config, uint64_t place);
uint64_t lastPlace(const Config& config);

// Elements of one range; `values` is empty for Values::none.
struct Elements {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> values;
};

// The elements as they lie in the buffer of keys: keys, and interleaved values.
void putKeys(const Config& config, const Elements& elements, uint32_t* words);
void getKeys(const Config& config, const uint32_t* words, Elements& elements);

// What decides where an element goes, first things first.
struct Ranked {
  uint64_t place;
  uint32_t value;  // or its complement, if values descend
  auto operator<=>(const Ranked&) const = default;
};
std::vector<Ranked> ranked(const Config& config, const Elements& elements);

// Is `after` the sorted `before`? Bit for bit where the result is deterministic; with Ties::any the keys are compared
// in sequence and the values of equal keys as a set. Empty if so, else a line that says where it is not.
std::string explainWrong(const Config& config, const Elements& before, const Elements& after);

}  // namespace test
