// What a sort must produce, computed on the host by other means than the shaders'.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

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
  auto operator<=>(const Config&) const = default;
};

std::string describe(const Config& config);

// Are the values in a buffer of their own?
bool splitValues(const Config& config);

// Place of a key among all 2^32 keys of the configuration, and the key at a place. Inverse to each other.
uint32_t placeOf(const Config& config, uint32_t key);
uint32_t keyAt(const Config& config, uint32_t place);

// Elements of one range; `values` is empty for Values::none.
struct Elements {
  std::vector<uint32_t> keys;
  std::vector<uint32_t> values;
};

// Is `after` the sorted `before`? Bit for bit where the result is deterministic; with Ties::any the keys are compared
// in sequence and the values of equal keys as a set. Empty if so, else a line that says where it is not.
std::string explainWrong(const Config& config, const Elements& before, const Elements& after);

}  // namespace test
