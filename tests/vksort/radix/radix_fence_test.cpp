// Radix sorts touch nothing outside their arguments, whose neighbouring pages are fenced off.
#include <doctest/doctest.h>

#if defined(__unix__)
#include "setting.h"
#include "support/check/fenced_sorts.h"
#include "support/oracle/tunings.h"
#include "support/radix/variants.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::Ties;
using vksort::Values;

// Whether equal keys are in any order that is not that of their values.
bool keepsPositions(const Config& config) {
  return !wideKeys(config) &&
         (config.values == Values::none || config.values == Values::iota || config.ties == Ties::any);
}

// Partial tiles of one and of many, on both sides of the size from which all digits are counted first.
std::vector<FencedSort> sortsOf(const Config& config) {
  std::vector<FencedSort> sorts;
  for (const uint32_t n : {2u, 61u, 129u, 1027u, 4096u, 5003u}) {
    sorts.push_back({.n = n});
    // In passes by value, too, and in runs of equal keys that go on.
    if (n > 1000 && !keepsPositions(config))
      sorts.push_back({.n = n, .keys = n > 5000 ? Keys::equal : Keys::clumps, .reach = 90});
    if (config.count == Count::device) sorts.push_back({.n = n, .found = n / 2 + 1});
    if (config.count == Count::device) sorts.push_back({.n = n, .found = 0});
  }
  return sorts;
}

bool isNoticed(Rig& rig, const Variant& variant) {
  const std::string_view name = variant.name;
  const bool by_value = isByValue(variant), of_none = name.ends_with("_of_none");
  const bool pairs = by_value || variant.module == std::string("radix_pass_pairs");
  const bool counted = of_none || variant.module == std::string("radix_set_up_counted");
  const bool decides = variant.module == std::string("radix_first_pass_keys");
  const bool decides_nothing = of_none || std::string_view(variant.module).starts_with("radix_count_values");
  const Config config{.values = pairs ? Values::split : Values::none,
                      .ties = by_value ? Ties::value : Ties::any,
                      .count = counted ? Count::device : Count::host,
                      .coherent = decides || (by_value && !decides_nothing),
                      .lent = true,
                      .portable = isPortable(variant)};
  // Which it does where half a tile of the repair has several units.
  vksort::Tuning large_tiles{};
  if (decides) large_tiles = tuningOfTiles(10, factsOf(rig.sorterInfo(config)).limits);
  const vksort::Sorter sorter = fencedSorter(rig, config, planted(variant), decides ? &large_tiles : nullptr);
  for (const FencedSort& sort : sortsOf(config))
    for (const Side side : kSides)
      if (outsideOf(rig, sorter, config, sort, side, false).pages > 0) return true;
  return false;
}

}  // namespace

TEST_CASE("never_touches_anything_outside_the_arguments_of_a_radix_sort" * doctest::test_suite("one width")) {
  constexpr Config kConfigs[] = {
      {.values = Values::none, .lent = true},
      {.key_type = KeyType::f32, .values = Values::iota, .push_descriptor = false, .lent = true},
      {.values = Values::split, .ties = Ties::any, .lent = true, .bit_count = 24},
      {.values = Values::interleaved, .ties = Ties::any, .count = Count::device, .lent = true},
      {.values = Values::split, .ties = Ties::any, .coherent = true, .lent = true},
      {.values = Values::split, .lent = true, .value_bits = 20},
      {.key_type = KeyType::u64, .count = Count::device, .lent = true},
      {.values = Values::interleaved, .count = Count::device, .coherent = true, .lent = true},
      {.values = Values::split, .ties = Ties::any, .lent = true, .portable = true, .bit_count = 24},
      {.values = Values::interleaved, .count = Count::device, .lent = true, .portable = true, .value_bits = 20},
  };
  for (const Config& config : kConfigs) {
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canFence(rig)) return skip("the device does not use pages of the host");
        const vksort::Sorter sorter = fencedSorter(rig, config);
        for (const FencedSort& sort : sortsOf(config)) {
          for (const Side side : kSides) {
            INFO(name << ", n " << sort.n);
            CHECK(sorter.scratchBytes(sort.n) > 0);
            CHECK(outsideOf(rig, sorter, config, sort, side).where == "");
          }
        }
      });
    }
  }
}

TEST_CASE("never_touches_anything_outside_the_arguments_as_it_moves_once_more" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    for (const bool pairs : {false, true}) {
      const Variant& variant = variantOf("moves_all_again", pairs ? "radix_pass_pairs" : "radix_pass_keys");
      const Config config{.values = pairs ? Values::split : Values::none, .ties = Ties::any, .lent = true};
      const vksort::Sorter sorter = fencedSorter(rig, config, planted(variant));
      for (const FencedSort& sort : sortsOf(config)) {
        for (const Side side : kSides) {
          INFO(describe(variant) << ", n " << sort.n);
          CHECK(outsideOf(rig, sorter, config, sort, side).where == "");
        }
      }
    }
  });
}

TEST_CASE("notices_reads_outside_the_arguments_of_a_radix_sort" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    uint32_t tried = 0;
    for (const Variant& variant : radixVariants()) {
      if (variant.verdict != Verdict::reads || isOfRanks(variant)) continue;
      const std::string what = describe(variant);
      INFO(what);
      CHECK(isNoticed(rig, variant));
      ++tried;
    }
    CHECK(tried > 0);
  });
}

}  // namespace test

#endif
