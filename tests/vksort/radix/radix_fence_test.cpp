// Sorts in scratch memory touch nothing outside their arguments, whose neighbouring pages are fenced off.
#include <doctest/doctest.h>

#if defined(__unix__)
#include "support/check/fenced_sorts.h"
#include "support/skip.h"
#include "support/variants/variants.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::Ties;
using vksort::Values;

constexpr Config kFencedScratchConfigs[] = {
    {.values = Values::none, .lent = true},
    {.key_type = KeyType::f32, .values = Values::iota, .push_descriptor = false, .lent = true},
    {.values = Values::split, .ties = Ties::any, .lent = true, .bit_count = 24},
    {.values = Values::interleaved, .ties = Ties::any, .count = Count::device, .lent = true},
    {.values = Values::split, .ties = Ties::any, .coherent = true, .lent = true},
    {.values = Values::split, .lent = true, .value_bits = 20},
    {.key_type = KeyType::u64, .count = Count::device, .lent = true},
    {.key_type = KeyType::u64, .values = Values::split, .ties = Ties::any, .count = Count::device, .lent = true},
    {.values = Values::interleaved, .count = Count::device, .coherent = true, .lent = true},
    {.values = Values::split, .ties = Ties::any, .lent = true, .portable = true, .bit_count = 24},
    {.values = Values::interleaved, .count = Count::device, .lent = true, .portable = true, .value_bits = 20},
    {.lent = true, .by_ranks = true},
    {.key_type = KeyType::f32, .values = Values::iota, .push_descriptor = false, .lent = true, .by_ranks = true},
    {.values = Values::split, .count = Count::device, .lent = true, .by_ranks = true},
    {.values = Values::interleaved, .ties = Ties::any, .lent = true, .by_ranks = true},
};

// Whether values decide the order of equal keys.
bool isByValue(const Config& config) {
  const bool has_values = config.values == Values::split || config.values == Values::interleaved;
  return wideKeys(config) || (has_values && config.ties != Ties::any);
}

// Partial tiles of one and of many, in every shape of a software device.
std::vector<FencedSort> sortsOf(const Config& config) {
  std::vector<FencedSort> sorts;
  for (const uint32_t n : {2u, 61u, 129u, 1027u, 4096u, 5003u}) {
    if (config.by_ranks && n != 1027 && n != 5003) continue;
    sorts.push_back({.n = n});
    // Equal keys, all alike or in runs that go on.
    if (n > 1000 && isByValue(config))
      sorts.push_back({.n = n, .keys = n > 5000 ? Keys::equal : Keys::clumps, .reach = 90});
    if (config.count != Count::device) continue;
    sorts.push_back({.n = n, .found = n / 2 + 1});
    sorts.push_back({.n = n, .found = 0});
  }
  return sorts;
}

void expectNothingOutside(Rig& rig, const Config& config, const Faults& faults = {}) {
  const vksort::Sorter sorter = fencedSorter(rig, config, faults);
  for (const FencedSort& sort : sortsOf(config)) {
    for (const Side side : kSides) {
      INFO(describe(config) << ", n " << sort.n << ", found " << sort.found);
      CHECK(sorter.scratchBytes(sort.n) > 0);
      CHECK(outsideOf(rig, sorter, config, sort, side).where == "");
    }
  }
}

}  // namespace

TEST_CASE("never_touches_anything_outside_the_arguments_of_a_sort_in_scratch_memory" *
          doctest::test_suite("one width")) {
  for (const Config& config : kFencedScratchConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canFence(rig)) return skip("the device does not use pages of the host");
        expectNothingOutside(rig, config);
      });
    }
  }
}

// Where additions come in another order, tiles are moved twice.
TEST_CASE("never_touches_anything_outside_the_arguments_when_it_moves_twice" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    for (const bool pairs : {false, true}) {
      const char* module = pairs ? "radix_pass_words" : "radix_pass_word";
      const Config config{.values = pairs ? Values::split : Values::none, .ties = Ties::any, .lent = true};
      expectNothingOutside(rig, config, planted(variantOf("adds_turned", module)));
    }
  });
}

TEST_CASE("notices_reads_outside_the_arguments_of_a_sort_in_scratch_memory" * doctest::test_suite("one width")) {
  struct Row {
    const char* variant;
    const char* module;
    Config config;
  };
  constexpr Row kRows[] = {
      {"unclamped_load", "radix_pass_word", {.lent = true}},
      {"unclamped_load", "radix_pass_words", {.values = Values::split, .ties = Ties::any, .lent = true}},
      {"unclamped_samples", "rank_merge_keys", {.lent = true, .by_ranks = true}}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    for (const auto& [variant, module, config] : kRows) {
      INFO(variant << " in " << module);
      const vksort::Sorter sorter = fencedSorter(rig, config, planted(variantOf(variant, module)));
      uint32_t pages = 0;
      for (const FencedSort& sort : sortsOf(config))
        for (const Side side : kSides) pages += outsideOf(rig, sorter, config, sort, side).pages;
      CHECK(pages > 0);
    }
  });
}

}  // namespace test

#endif
