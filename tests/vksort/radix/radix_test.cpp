// Sorts that are lent scratch memory: the same results as in place.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <utility>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/batch.h"
#include "support/check/conform.h"
#include "support/check/counts.h"
#include "support/driver.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;
using vksort::Values;

// Around one tile and some, and on both sides of each size from which another shape is taken, but for long ranges.
constexpr uint32_t kLong = 10'000;
constexpr uint32_t kLongOnGpus = 6'000'000;

std::vector<uint32_t> sizesFor(const vksort::radix::Setting& setting) {
  std::vector<uint32_t> sizes = {1, 2, 3, 17};
  const uint32_t tile = setting.shapes[0].tile();
  for (const uint32_t n : {tile - 1, tile, tile + 1, 2 * tile, 7 * tile + 5}) sizes.push_back(n);
  for (uint32_t i = 0; i + 1 < setting.shape_count; ++i) {
    const uint32_t most = setting.shapes[i].max_count;
    if (most > (setting.hasWideSubgroups() ? kLongOnGpus : kLong)) {
      if (setting.hasWideSubgroups()) sizes.push_back(kLongOnGpus / 2);  // some that take it none the less
      continue;
    }
    sizes.push_back(most);
    sizes.push_back(most + 1);
  }
  return sizes;
}

constexpr Keys kFewKeys[] = {Keys::random, Keys::last, Keys::equal, Keys::float_specials};

// Each of the distributions at one size, of keys alone at one of each shape, and some at every size.
std::vector<Input> inputsFor(const vksort::radix::Setting& setting, std::span<const Keys> distributions) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  const bool alone = setting.configuration.layout.element == vksort::Element::key;
  std::vector<Input> inputs;
  for (const uint32_t n : sizesFor(setting)) {
    if (n < setting.configuration.mode.fewest()) continue;
    const bool all = n == 7 * setting.shapes[0].tile() + 5 || (n == setting.shapes[0].max_count + 1 && alone);
    for (const Keys keys :
         all || distributions.size() < std::size(kFewKeys) ? distributions : std::span<const Keys>(kFewKeys))
      inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed()});
  }
  // More tiles than there are workgroups that count.
  if (setting.words() == 2 && setting.passes <= 4) return inputs;
  const uint32_t tile = setting.shapes[setting.shape_count - 1].tile();
  const uint32_t many = VKSORT_RADIX_COUNT_GROUPS * tile + tile + 3;
  for (const Keys keys : {Keys::random, Keys::equal}) inputs.push_back({many, keys, Payload::random, nextSeed()});
  return inputs;
}

// Sorts by radix, and by radix alone.
void expectRadix(Rig& rig, const Config& config, std::span<const Keys> distributions) {
  const vksort::radix::Setting setting = settingOf(rig, config);
  INFO(describe(config));
  REQUIRE(setting.shape_count != 0);
  const vksort::Sorter& sorter = rig.sorter(config);
  std::vector<Input> inputs = inputsFor(setting, distributions);
  if (config.count == Count::device) {
    for (Input& input : inputs) input.room = input.n / 2;
    // Few where there is room for as many as take all there is to do.
    if (config.portable) inputs.push_back({300, Keys::random, Payload::index, nextSeed(), 1, 5000});
  }
  std::size_t dispatches = 0;
  for (const Input& input : inputs) {
    CHECK(sorter.scratchBytes(input.n + input.room) > 0);
    const std::string first = sorter.planPass(input.n + input.room, 0, true).name;
    const vksort::radix::Offsets offsets = setting.shapeFor(input.n + input.room).offsets;
    const bool looks_back = !config.portable && offsets != vksort::radix::Offsets::summed_table;
    CHECK(first.starts_with(looks_back ? "radix_" : "radix_portable_"));
    CHECK((looks_back && first.starts_with("radix_portable_")) == false);
    dispatches += sorter.plan(input.n + input.room, true).dispatches;
  }
  constexpr uint64_t kAtOnce = 2'000'000;  // elements, about, as a GPU's largest sorts are of some millions each
  std::size_t sorts = 0, dispatched = 0;
  while (sorts < inputs.size()) {
    std::size_t end = sorts;
    for (uint64_t elements = 0; end < inputs.size() && elements < kAtOnce; ++end)
      elements += inputs[end].n + inputs[end].room;
    const Report report = checkSorts(rig, sorter, config, std::span(inputs).subspan(sorts, end - sorts));
    INFO(report.first);
    CHECK(report.ok());
    sorts += report.sorts;
    dispatched += report.dispatches;
    if (report.sorts == 0) break;
  }
  CHECK(sorts == inputs.size());
  CHECK(dispatched == dispatches);
}

void expectRadixOf(const Config& config, std::span<const Keys> distributions) {
  if (!wanted(config)) return;
  SUBCASE(describe(config).c_str()) {
    onEveryDevice([&](Rig& rig) { expectRadix(rig, config, distributions); });
  }
}

struct CarriedByRadix {
  Values values;
  Ties ties;
  bool ascending = false;
};
constexpr CarriedByRadix kCarriedByRadix[] = {
    {Values::none, Ties::value}, {Values::split, Ties::any},         {Values::interleaved, Ties::any},
    {Values::iota, Ties::value}, {Values::split, Ties::value, true}, {Values::interleaved, Ties::value, true}};

// Keys and all that may go with them.
constexpr Config kPortableConfigs[] = {
    {.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last, .lent = true, .portable = true},
    {.values = Values::iota, .push_descriptor = false, .lent = true, .portable = true, .first_bit = 3, .bit_count = 20},
    {.values = Values::interleaved, .ties = Ties::any, .count = Count::device, .lent = true, .portable = true},
    {.order = Order::descending,
     .values = Values::split,
     .ties = Ties::value_in_order,
     .count = Count::device,
     .hook = true,
     .lent = true,
     .portable = true,
     .first_bit = 5,
     .bit_count = 9},
    // The first digit of keys is counted behind passes by value, where keys are as they were.
    {.key_type = KeyType::f32,
     .values = Values::split,
     .nan_rule = NanRule::last,
     .lent = true,
     .portable = true,
     .value_bits = 9},
};

}  // namespace

TEST_CASE("sorts_every_distribution_by_radix") {
  const std::span<const Keys> distributions = wantedWidth() == kMainWidth ? std::span<const Keys>(kAllKeys) : kFewKeys;
  for (const CarriedByRadix& each : kCarriedByRadix) {
    for (const Count count : {Count::host, Count::device}) {
      const Config config{
          .values = each.values, .ties = each.ties, .count = count, .lent = true, .ascending_values = each.ascending};
      const bool counted = count == Count::device, elsewhere = wantedWidth() != kMainWidth && !everythingWanted();
      if (!wanted(config) || (counted && (each.values == Values::split || elsewhere))) continue;
      expectRadixOf(config, distributions);
    }
  }
}

TEST_CASE("sorts_by_radix_without_looking_back") {
  for (const Config& config : kPortableConfigs) {
    if (wantedWidth() == kMainWidth || config.values == Values::none) expectRadixOf(config, kFewKeys);
  }
}

// As many tiles as narrow subgroups look back over, and more; and more than a workgroup of software could count for
// others.
TEST_CASE("sorts_long_ranges_by_radix" * doctest::test_suite("one width")) {
  for (const Config& config :
       {Config{.lent = true}, Config{.values = Values::iota, .count = Count::device, .lent = true, .bit_count = 24},
        Config{.values = Values::split, .lent = true, .value_bits = 8}}) {
    const bool alone = config.values == Values::none;
    if (!wanted(config) || (!alone && wantedWidth() != kMainWidth)) continue;
    onEveryDeviceUnvalidated([&](Rig& rig) {
      const vksort::radix::Setting setting = settingOf(rig, config);
      const uint32_t most = setting.shapes[setting.shape_count - 2].max_count;
      std::vector<Input> inputs;
      for (const uint32_t n : {most, most + 1}) inputs.push_back({n, Keys::random, Payload::random, nextSeed()});
      if (alone) inputs.push_back({1'000'003, Keys::random, Payload::index, nextSeed()});
      expectSorts(rig, config, inputs);
    });
  }
}

// Grids whose last row is not full, of few tiles and of more than there are workgroups that count.
TEST_CASE("folds_the_grids_of_radix_sorts" * doctest::test_suite("one width")) {
  constexpr Config kFolded[] = {{.lent = true},
                                {.values = Values::split, .lent = true},
                                {.values = Values::iota, .count = Count::device, .lent = true},
                                {.values = Values::split, .count = Count::device, .lent = true, .value_bits = 16},
                                {.count = Count::device, .coherent = true, .lent = true}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const uint32_t width : {3u, 5u}) {
      Faults faults;
      faults.edit_properties = [width](VkPhysicalDeviceProperties2& out) {
        out.properties.limits.maxComputeWorkGroupCount[0] = width;
      };
      const HookScope hooks(faults);
      for (const Config& config : kFolded) {
        INFO(describe(config) << ", " << width << " wide");
        const vksort::radix::Setting setting = settingOf(rig, config);
        const uint32_t last = setting.shapes[setting.shape_count - 1].tile();
        std::vector<Input> inputs;
        for (const uint32_t n : {2u, 6 * setting.shapes[0].tile() + 3, 5003u, 340 * last + 5}) {
          inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
          if (config.count == Count::device) inputs.back().room = n / 2;
        }
        const Report report = checkSorts(rig, rig.makeSorter(config), config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.sorts == inputs.size());
        CHECK(report.widest_grid == width);
        CHECK(report.tallest_grid > 1);
      }
    }
  });
}

namespace {

// Of up to `many`, each alone: by one workgroup of the sort in place up to `few`, else by the passes.
void expectFew(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t few, uint32_t many,
               std::initializer_list<uint32_t> sizes) {
  for (const uint32_t n : sizes) {
    CAPTURE(n);
    const Input input{n, Keys::random, Payload::random, nextSeed(), 1, many - n};
    expectSorts(rig, sorter, config, {&input, 1});
    const std::span<const uint32_t> state = Counts::stateOf(rig.arena(Counts::kArena, 0).host.as<uint32_t>(), 0);
    CHECK(state[VKSORT_RADIX_FEW_ARGUMENTS] == (n <= few && n != 0 ? 1 : 0));
    CHECK((state[VKSORT_RADIX_PASS_ARGUMENTS] != 0) == (n > few));
    CHECK((state[VKSORT_RADIX_COUNT_ARGUMENTS] != 0) == (n > few));
  }
}

}  // namespace

// Of a tile where there are no double ones.
TEST_CASE("sorts_few_elements_where_there_may_be_many" * doctest::test_suite("one width")) {
  constexpr Config kFew[] = {
      {.key_type = KeyType::f32, .order = Order::descending, .values = Values::iota, .nan_rule = NanRule::last},
      {.values = Values::split, .ties = Ties::value_in_order, .value_bits = 20},
      {.key_type = KeyType::u64},
      {.values = Values::iota, .hook = true},
      {.values = Values::interleaved, .ties = Ties::any, .portable = true},
  };
  onEveryDevice([&](Rig& rig) {
    for (Config config : kFew) {
      config.count = Count::device;
      config.lent = true;
      INFO(describe(config));
      const vksort::radix::Setting setting = settingOf(rig, config);
      const uint32_t many = leastOfMany(setting);
      REQUIRE(setting.few < many);
      expectFew(rig, rig.sorter(config), config, setting.few, many,
                {0, 1, 2, setting.few - 1, setting.few, setting.few + 1});
      if (config.key_type != KeyType::f32) continue;
      vksort::Tuning tuning = rig.tuning(config);
      tuning.double_tiles = 0;
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.tuning = &tuning;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      const uint32_t tile = 1u << tuning.tile_log2;
      expectFew(rig, sorter, config, tile, many, {tile - 1, tile, tile + 1, 2 * tile});
    }
  });
}

TEST_CASE("sorts_every_key_type_and_order_by_radix" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const KeyType type : {KeyType::u32, KeyType::i32, KeyType::f32}) {
      for (const Order order : {Order::ascending, Order::descending}) {
        const bool push = (type == KeyType::i32) == (order == Order::ascending);  // half of them
        expectRadix(rig, {.key_type = type, .order = order, .push_descriptor = push, .lent = true}, kFewKeys);
      }
    }
    constexpr Keys kNan[] = {Keys::nan, Keys::float_specials};
    for (const Order order : {Order::ascending, Order::descending}) {
      expectRadix(
          rig,
          {.key_type = KeyType::f32, .order = order, .values = Values::iota, .nan_rule = NanRule::last, .lent = true},
          kNan);
    }
  });
}

// The conformance check fills the keys with noise before it sorts, and counts calls for elements that are not there.
TEST_CASE("sorts_by_radix_by_keys_that_a_hook_computes" * doctest::test_suite("one width")) {
  for (const Config& config : {
           Config{
               .key_type = KeyType::f32, .values = Values::iota, .nan_rule = NanRule::last, .hook = true, .lent = true},
           Config{.order = Order::descending, .push_descriptor = false, .hook = true, .lent = true},
           Config{.values = Values::split, .ties = Ties::any, .count = Count::device, .hook = true, .lent = true},
       }) {
    expectRadixOf(config, kFewKeys);
  }
}

// Values in any order, below the promise, and none: equal keys come by them.
TEST_CASE("sorts_equal_keys_by_their_values_by_radix" * doctest::test_suite("one width")) {
  constexpr Keys kKeys[] = {Keys::random, Keys::equal, Keys::clumps, Keys::last};
  for (const Config& config : {
           Config{.values = Values::split, .lent = true},
           Config{.key_type = KeyType::i32, .values = Values::interleaved, .lent = true, .value_bits = 20},
           Config{.key_type = KeyType::f32,
           .order = Order::descending,
           .values = Values::split,
           .ties = Ties::value_in_order,
           .nan_rule = NanRule::last,
           .lent = true,
           .value_bits = 9},
           Config{.order = Order::descending,
           .values = Values::interleaved,
           .ties = Ties::value_in_order,
           .lent = true,
           .first_bit = 5,
           .bit_count = 9},
           Config{.order = Order::descending,
           .values = Values::split,
           .ties = Ties::value_in_order,
           .lent = true,
           .ascending_values = true,
           .value_bits = 17},
           Config{.values = Values::interleaved, .count = Count::device, .lent = true, .bit_count = 8, .value_bits = 8},
           // Three passes by value and three by key.
           Config{.values = Values::split, .lent = true, .bit_count = 24, .value_bits = 20},
           Config{.values = Values::split, .push_descriptor = false, .count = Count::device, .lent = true},
           Config{.values = Values::split, .hook = true, .lent = true, .value_bits = 24},
       }) {
    expectRadixOf(config, kKeys);
  }
}

// Of two words, and of three with a payload.
TEST_CASE("sorts_wide_keys_by_radix" * doctest::test_suite("one width")) {
  constexpr Keys kKeys[] = {Keys::random, Keys::equal, Keys::low_word, Keys::last};
  for (const Config& config : {
           Config{.key_type = KeyType::u64,
          .order = Order::descending,
          .push_descriptor = false,
          .lent = true,
          .value_bits = 9},
           Config{.key_type = KeyType::u64, .count = Count::device, .lent = true, .ascending_values = true},
           Config{.key_type = KeyType::u64, .order = Order::descending, .lent = true, .portable = true},
           Config{.key_type = KeyType::u64, .values = Values::split, .ties = Ties::any, .lent = true},
           Config{.key_type = KeyType::u64, .values = Values::split, .lent = true, .ascending_values = true},
           Config{.key_type = KeyType::u64,
           .order = Order::descending,
           .values = Values::iota,
           .push_descriptor = false,
           .count = Count::device,
           .lent = true},
           Config{.key_type = KeyType::u64,
           .order = Order::descending,
           .values = Values::split,
           .ties = Ties::any,
           .count = Count::device,
           .lent = true,
           .portable = true},
       }) {
    expectRadixOf(config, kKeys);
  }
}

TEST_CASE("sorts_by_the_bits_that_differ" * doctest::test_suite("one width")) {
  struct Bits {
    uint8_t first, count;
  };
  onEveryDeviceUnvalidated([](Rig& rig) {
    // Of two, three and four passes; on both sides of each.
    for (const auto& [first, count] : {Bits{0, 1}, Bits{31, 1}, Bits{0, 8}, Bits{16, 16}, Bits{3, 16}, Bits{0, 17},
                                       Bits{8, 24}, Bits{5, 23}, Bits{0, 25}, Bits{0, 32}}) {
      Config config{.order = Order::descending, .lent = true};
      if (count % 2 == 0) config.key_type = KeyType::f32;
      if (first % 8 == 0) config.values = Values::iota;
      config.first_bit = first;
      config.bit_count = count;
      INFO(describe(config));
      constexpr Keys kKeys[] = {Keys::random, Keys::all_ones, Keys::entropy_3};
      expectRadix(rig, config, kKeys);
    }
    // The bits of NaN that come last differ more widely than those of the keys, wherever these do.
    for (const auto& [first, count] : {Bits{0, 12}, Bits{16, 16}, Bits{9, 0}}) {
      Config rotated{.key_type = KeyType::f32, .nan_rule = NanRule::last, .lent = true};
      rotated.first_bit = first;
      rotated.bit_count = count;
      INFO(describe(rotated));
      expectRadix(rig, rotated, kFewKeys);
    }
  });
}

namespace {

// Whether each key has its value behind a sort that leaves the keys out of order.
bool keepsValues(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Input& input) {
  const Report report = checkSorts(rig, sorter, config, {&input, 1});
  CHECK(report.wrong == 1);
  CHECK(report.trespasses == 0);
  const Elements before = generate(config, input);
  const auto words = [&](uint32_t arena) {
    return rig.arena(arena, 0).host.as<uint32_t>().subspan(Batch::kRangeGuardWords, input.n);
  };
  std::vector<std::pair<uint64_t, uint32_t>> given, left;
  for (uint32_t i = 0; i < input.n; ++i) {
    given.emplace_back(before.keys[i], before.values[i]);
    left.emplace_back(words(0)[i], words(1)[i]);
  }
  std::ranges::sort(given);
  std::ranges::sort(left);
  return given == left;
}

}  // namespace

// The keys are then out of order, and each has its value none the less.
TEST_CASE("loses_no_value_where_a_promise_of_key_bits_is_broken" * doctest::test_suite("one width")) {
  const Config config{.values = Values::split, .lent = true};
  onEveryDevice([&](Rig& rig) {
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.key_bits = {0, 18};
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    for (const uint32_t reach : {30u, 270u})
      CHECK(keepsValues(rig, sorter, config, {12'001, Keys::clumps, Payload::random, nextSeed(), reach}));
  });
}

}  // namespace test
