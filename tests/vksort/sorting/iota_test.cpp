// Values that the sort itself writes.
#include <doctest/doctest.h>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

// The conformance check fills the values with noise before it sorts.
std::vector<Input> iotaInputsAround(uint32_t tile) {
  std::vector<Input> inputs;
  for (const uint32_t n : {0u, 1u, 2u, 3u, 17u, 61u, 200u, 1000u, tile - 1, tile, tile + 1, 2 * tile - 3, 7 * tile + 5})
    for (const Keys keys : {Keys::random, Keys::equal, Keys::last, Keys::entropy_7, Keys::float_specials})
      inputs.push_back({n, keys, Payload::index, nextSeed()});
  return inputs;
}

}  // namespace

TEST_CASE("numbers_the_elements_from_the_first_on") {
  for (const Path path : {Path::automatic, Path::floor}) {
    for (const Ties ties : {Ties::value, Ties::any}) {
      for (const Order order : {Order::ascending, Order::descending}) {
        const Config config{KeyType::f32, order, Values::iota, ties, path};
        if (!wanted(config)) continue;
        const std::string name = describe(config);
        SUBCASE(name.c_str()) {
          onEveryDeviceUnvalidated([&](Rig& rig) {
            const std::vector<Input> inputs = iotaInputsAround(1u << rig.tuning(config).tile_log2);
            expectSorts(rig, config, inputs);
            expectSorts(rig, config, inputs, {.widen = false, .one_buffer = true});
          });
        }
      }
    }
  }
}

TEST_CASE("numbers_the_elements_of_long_ranges" * doctest::test_suite("one width")) {
  const Config config{.values = Values::iota};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    const Input inputs[] = {{200'003, Keys::random, Payload::index, nextSeed()},
                            {1'500'001, Keys::entropy_3, Payload::index, nextSeed()}};
    expectSorts(rig, config, inputs);
  });
}

TEST_CASE("numbers_a_single_element_in_one_dispatch") {
  onEveryDevice([](Rig& rig) {
    for (const bool full_subgroups : {true, false}) {
      const Config config{.values = Values::iota, .full_subgroups = full_subgroups};
      CHECK(rig.sorter(config).plan(0).dispatches == 0);
      CHECK(rig.sorter(config).plan(1).dispatches == 1);
      const Input input{1, Keys::random, Payload::index, nextSeed()};
      const Report report = checkSorts(rig, rig.sorter(config), config, {&input, 1});
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.dispatches == 1);
    }
  });
}

}  // namespace test
