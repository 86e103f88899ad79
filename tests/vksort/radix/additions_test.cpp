// Radix passes that rank elements by additions, as if devices added for a subgroup's invocations in their order: that
// what is not in order is seen wherever it lies.
#include <doctest/doctest.h>

#include <string>

#include "setting.h"
#include "support/check/conform.h"
#include "support/radix/variants.h"

namespace test {
namespace {

using vksort::Ties;
using vksort::Values;

constexpr Config kConfigs[] = {
    {.lent = true},
    {.values = Values::split, .ties = Ties::any, .lent = true},
    {.values = Values::iota, .lent = true},
    {.values = Values::interleaved, .ties = Ties::any, .lent = true},
    {.values = Values::split, .lent = true, .ascending_values = true},
    {.count = vksort::Count::device, .lent = true},
};

Report sortedBy(Rig& rig, const Variant& variant, const Config& config, std::span<const Input> inputs) {
  const HookScope hooks(planted(variant));
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(rig.sorterInfo(config), sorter) == VK_SUCCESS);
  return checkSorts(rig, sorter, config, inputs);
}

// Each of the others makes a difference to software.
bool isTried(const Config& config, const vksort::radix::Setting& setting) {
  const bool is_counted = config.values == Values::split && config.count == vksort::Count::device;
  const bool is_like_another = config.values == Values::interleaved || config.ascending_values || is_counted ||
                               config.nan_rule == vksort::NanRule::last;
  return !is_like_another || setting.hasWideSubgroups() || everythingWanted();
}

const Variant& variantFor(const char* name, const Config& config) {
  return variantOf(name, elementOf(config) == vksort::Element::key ? "radix_pass_keys" : "radix_pass_pairs");
}

}  // namespace

// A tile is exchanged in two halves, or in parts; where it is in one piece nothing lies between.
TEST_CASE("sees_what_is_out_of_order_on_either_side_of_the_middle_of_a_tile" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kConfigs) {
      const vksort::radix::Setting setting = settingOf(rig, config);
      if (!isTried(config, setting)) continue;
      std::vector<Input> inputs;
      for (const uint32_t n : {3001u, 5003u, 30'001u}) {
        const uint32_t middle = setting.shapeFor(n).tile() / 2;
        if (2 * middle > 256) continue;  // a digit for each element
        for (const Keys keys : {Keys::halves, Keys::halves_alike})
          inputs.push_back({n, keys, Payload::index, nextSeed(), middle});
        // What is missing has the first digit of them all, and comes before some of them in the row that they share.
        for (const uint32_t of_tiles : {n, n / (2 * middle) * (2 * middle) - 1})
          inputs.push_back({of_tiles, Keys::low_ones, Payload::index, nextSeed()});
      }
      if (setting.hasWideSubgroups()) {  // by each shape of a GPU
        for (const uint32_t n : {30'001u, 400'001u, 700'001u, 1'000'001u, 1'200'001u})
          for (const Keys keys : {Keys::random, Keys::equal, Keys::low_ones})
            inputs.push_back({n, keys, Payload::index, nextSeed()});
      }
      if (config.count == vksort::Count::device) {
        for (Input& input : inputs) input.room = 1000;
      }
      INFO(describe(config));
      const Report report = sortedBy(rig, variantFor("adds_turned_round", config), config, inputs);
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.sorts == inputs.size());
    }
  });
}

// Nothing is sorted wrongly where this fails: tiles are then moved twice, and votes would be faster.
TEST_CASE("no_tile_is_moved_twice_where_additions_come_in_order" * doctest::test_suite("one width")) {
  using vksort::KeyType, vksort::Order;
  constexpr Config kMore[] = {
      {.key_type = KeyType::f32, .order = Order::descending, .nan_rule = vksort::NanRule::last, .lent = true},
      {.values = Values::split, .ties = Ties::any, .count = vksort::Count::device, .lent = true},
      {.lent = true, .first_bit = 7, .bit_count = 13},
      {.key_type = KeyType::f32, .lent = true, .first_bit = 8, .bit_count = 24},
  };
  std::vector<Config> configs(std::begin(kConfigs), std::end(kConfigs));
  configs.insert(configs.end(), std::begin(kMore), std::end(kMore));
  onEveryDeviceUnvalidated([&configs](Rig& rig) {
    for (const Config& config : configs) {
      const vksort::radix::Setting setting = settingOf(rig, config);
      if (!isTried(config, setting)) continue;
      const bool wide = setting.hasWideSubgroups();
      std::vector<Input> inputs;
      for (const uint32_t n : {wide ? 300'001u : 3001u, wide ? 1'000'001u : 5003u, wide ? 1'200'001u : 9001u}) {
        for (const Keys keys : {Keys::random, Keys::equal, Keys::last})
          inputs.push_back({n, keys, Payload::random, nextSeed()});
      }
      for (const char* const name : {"never_again", "mute_never_again"}) {
        if (name != std::string("never_again") && &config != &configs[0] && &config != &configs[2]) continue;
        INFO(name << ": " << describe(config));
        const Report report = sortedBy(rig, variantFor(name, config), config, inputs);
        INFO(report.first);
        CHECK(report.ok());
      }
    }
  });
}

}  // namespace test
