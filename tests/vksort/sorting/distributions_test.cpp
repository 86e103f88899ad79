// Every distribution of keys, every configuration.
#include <doctest/doctest.h>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

struct Carried {
  Values values;
  Ties ties;
};
constexpr Carried kCarried[] = {{Values::none, Ties::value},
                                {Values::split, Ties::value},
                                {Values::split, Ties::any},
                                {Values::interleaved, Ties::value},
                                {Values::interleaved, Ties::any}};
constexpr KeyType kTypes[] = {KeyType::u32, KeyType::i32, KeyType::f32};
constexpr Order kOrders[] = {Order::ascending, Order::descending};
constexpr Path kPaths[] = {Path::automatic, Path::floor};

// All distributions at each size; payloads take turns.
std::vector<Input> allKeys(std::initializer_list<uint32_t> sizes) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  std::vector<Input> inputs;
  for (const uint32_t n : sizes)
    for (const Keys keys : kAllKeys) inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed()});
  return inputs;
}

}  // namespace

TEST_CASE("sorts_every_distribution_of_keys") {
  for (const Carried& carried : kCarried) {
    for (const Path path : kPaths) {
      const Config config{.values = carried.values, .ties = carried.ties, .path = path};
      if (!wanted(config)) continue;
      const std::string name = describe(config);
      SUBCASE(name.c_str()) {
        onEveryDevice([&](Rig& rig) {
          const uint32_t tile = 1u << rig.tuning(config).tile_log2;
          expectSorts(rig, config, allKeys({2, 3, 17, 61, 200, tile - 1, tile, tile + 1, 2 * tile - 3, 7 * tile + 5}));
        });
      }
    }
  }
}

TEST_CASE("sorts_every_key_type_order_value_layout_tie_rule_path_and_binding") {
  for (const Path path : kPaths) {
    for (const Carried& carried : kCarried) {
      const Config shown{.values = carried.values, .ties = carried.ties, .path = path};
      if (!wanted(shown)) continue;
      const std::string name = describe(shown);
      SUBCASE(name.c_str()) {
        onEveryDeviceUnvalidated([&](Rig& rig) {
          for (const bool push : {true, false}) {
            SharedPipelines shared(rig.device().handle());
            Faults faults;
            faults.shared = &shared;
            for (const KeyType type : kTypes) {
              for (const Order order : kOrders) {
                const Config config{type, order, carried.values, carried.ties, path, push};
                const uint32_t tile = 1u << rig.tuning(config).tile_log2;
                const HookScope hooks(faults);
                const vksort::Sorter sorter = rig.makeSorter(config);
                const Report report = checkSorts(rig, sorter, config, allKeys({31, tile - 5, tile + 1, 3 * tile + 2}));
                INFO(report.first);
                CHECK(report.ok());
              }
            }
          }
        });
      }
    }
  }
}

TEST_CASE("sorts_long_ranges_of_every_value_layout" * doctest::test_suite("one width")) {
  for (const Carried& carried : kCarried) {
    const Config config{
        .key_type = KeyType::f32, .order = Order::descending, .values = carried.values, .ties = carried.ties};
    if (!wanted(config)) continue;
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        std::vector<Input> inputs;
        for (const Keys keys : {Keys::random, Keys::last, Keys::float_specials})
          inputs.push_back({200'003, keys, Payload::index, nextSeed()});
        expectSorts(rig, config, inputs);
      });
    }
  }
}

}  // namespace test
