// The rule that every NaN comes last.
#include <doctest/doctest.h>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Values;

std::vector<Input> nanInputsAround(uint32_t tile) {
  std::vector<Input> inputs;
  for (const uint32_t n : {2u, 13u, 31u, 61u, 200u, tile - 5, tile, tile + 1, 3 * tile + 2})
    for (const Keys keys : {Keys::nan, Keys::float_specials, Keys::random, Keys::last, Keys::all_ones})
      inputs.push_back({n, keys, Payload::index, nextSeed()});
  return inputs;
}

}  // namespace

TEST_CASE("sorts_every_nan_last_in_both_orders") {
  for (const Path path : {Path::automatic, Path::floor}) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      for (const Order order : {Order::ascending, Order::descending}) {
        const Config config{
            .key_type = KeyType::f32, .order = order, .values = values, .path = path, .nan_rule = NanRule::last};
        if (!wanted(config)) continue;
        const std::string name = describe(config);
        SUBCASE(name.c_str()) {
          onEveryDeviceUnvalidated(
              [&](Rig& rig) { expectSorts(rig, config, nanInputsAround(1u << rig.tuning(config).tile_log2)); });
        }
      }
    }
  }
}

TEST_CASE("integers_have_no_nan_to_place" * doctest::test_suite("one width")) {
  for (const KeyType type : {KeyType::u32, KeyType::i32}) {
    const Config config{.key_type = type, .path = Path::floor, .nan_rule = NanRule::last};
    onEveryDevice([&](Rig& rig) {
      std::vector<Input> inputs;
      for (const Keys keys : {Keys::nan, Keys::random}) inputs.push_back({5000, keys, Payload::index, nextSeed()});
      expectSorts(rig, config, inputs);
    });
  }
}

}  // namespace test
