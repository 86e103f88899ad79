// Radix sorts in scratch memory give the same results as in-place sorts.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <utility>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/conform.h"
#include "support/device/recording.h"
#include "support/driver.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;

// Around multiples of a tile, and on both sides of each change of shape, except for long ranges.
constexpr uint32_t kLong = 10'000;
constexpr uint32_t kLongOnGpus = 6'000'000;

std::vector<uint32_t> sizesFor(const vksort::radix::RadixSetting& setting) {
  std::vector<uint32_t> sizes = {1, 2, 3, 17};
  const uint32_t tile = setting.shapes[0].tile();
  for (const uint32_t n : {tile - 1, tile, tile + 1, 2 * tile, 7 * tile + 5}) sizes.push_back(n);
  for (uint32_t i = 0; i + 1 < setting.shape_count; ++i) {
    const uint32_t largest = setting.shapes[i].max_count;
    if (largest > (setting.is_software ? kLong : kLongOnGpus)) {
      if (!setting.is_software) sizes.push_back(kLongOnGpus / 2);
      continue;
    }
    sizes.push_back(largest);
    sizes.push_back(largest + 1);
  }
  return sizes;
}

constexpr Keys kFewKeys[] = {Keys::random, Keys::last, Keys::equal, Keys::float_specials};

std::vector<Input> inputsFor(const vksort::radix::RadixSetting& setting, std::span<const Keys> distributions) {
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  const bool alone = setting.configuration.layout.element == vksort::Element::key;
  std::vector<Input> inputs;
  for (const uint32_t n : sizesFor(setting)) {
    if (n < setting.configuration.minCount()) continue;
    const bool all = n == 7 * setting.shapes[0].tile() + 5 || (n == setting.shapes[0].max_count + 1 && alone);
    for (const Keys keys :
         all || distributions.size() < std::size(kFewKeys) ? distributions : std::span<const Keys>(kFewKeys))
      inputs.push_back({n, keys, kPayloads[inputs.size() % 3], nextSeed()});
  }
  if (setting.words() == 2 && setting.max_passes <= 4) return inputs;
  const uint32_t tile = setting.shapes[setting.shape_count - 1].tile();
  const uint32_t many = VKSORT_RADIX_COUNT_GROUPS * tile + tile + 3;
  for (const Keys keys : {Keys::random, Keys::equal}) inputs.push_back({many, keys, Payload::random, nextSeed()});
  return inputs;
}

std::vector<vksort::PassPlan> passesOf(const vksort::Sorter& sorter, const Config& config, const Input& input) {
  vksort::PlanInfo info{};
  info.count = input.n + input.room;
  info.scratch = true;
  info.indirect = config.mode == Mode::indirect;
  info.key_type = config.key_type;
  info.nan_rule = config.nan_rule;
  info.significant_bits = bitsOf(config);
  return planned(info, sorter);
}

// Returns the numbers of dispatches and planned passes.
std::pair<std::size_t, std::size_t> expectRadix(Rig& rig, const Config& config, std::span<const Keys> distributions) {
  const vksort::radix::RadixSetting setting = settingOf(rig, config);
  INFO(describe(config));
  REQUIRE(setting.shape_count != 0);
  const vksort::Sorter& sorter = rig.sorter(config);
  std::vector<Input> inputs = inputsFor(setting, distributions);
  if (config.mode == Mode::indirect) {
    for (Input& input : inputs) input.room = input.n / 2;
    if (config.portable) inputs.push_back({300, Keys::random, Payload::index, nextSeed(), 1, 5000});
  }
  std::size_t in_plans = 0;
  for (const Input& input : inputs) {
    CHECK(sorter.scratchBytes(input.n + input.room) > 0);
    const std::vector<vksort::PassPlan> passes = passesOf(sorter, config, input);
    REQUIRE(!passes.empty());
    const bool sums =
        std::ranges::any_of(passes, [](const auto& pass) { return pass.name == std::string("radix_sum"); });
    const vksort::radix::Offsets offsets = setting.shapeFor(input.n + input.room).offsets;
    const bool looks_back = !config.portable && offsets != vksort::radix::Offsets::summed_table;
    CHECK(std::string(passes[0].name).starts_with("radix_"));
    CHECK(sums == !looks_back);
    in_plans += passes.size();
  }
  constexpr uint64_t kAtOnce = 2'000'000;  // elements; the largest sorts of a GPU have millions
  std::size_t sorts = 0, dispatches = 0;
  while (sorts < inputs.size()) {
    std::size_t end = sorts;
    for (uint64_t elements = 0; end < inputs.size() && elements < kAtOnce; ++end)
      elements += inputs[end].n + inputs[end].room;
    const Report report = checkSorts(rig, sorter, config, std::span(inputs).subspan(sorts, end - sorts));
    INFO(report.first);
    CHECK(report.ok());
    sorts += report.sorts;
    dispatches += report.dispatches;
    if (report.sorts == 0) break;
  }
  CHECK(sorts == inputs.size());
  return {dispatches, in_plans};
}

void expectRadixOf(const Config& config, std::span<const Keys> distributions) {
  if (!wanted(config)) return;
  SUBCASE(describe(config).c_str()) {
    const auto expect = [&](Rig& rig) {
      const auto [dispatches, in_plans] = expectRadix(rig, config, distributions);
      CHECK(dispatches == in_plans);
    };
    (config.payload == kIndex ? onEveryDevice : onEveryDeviceUnvalidated)(expect);
  }
}

constexpr Config kCarriedByRadix[] = {
    {.scratch = true},
    {.payload = kU32, .ties = kAnyTies, .scratch = true},
    {.payload = kInterleaved, .ties = kAnyTies, .scratch = true},
    {.payload = kIndex, .scratch = true},
    {.payload = kU32, .scratch = true},
    {.payload = kInterleaved, .scratch = true},
};

constexpr Config kPortableConfigs[] = {
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .first_bit = 16, .scratch = true, .portable = true},
    {.first_bit = 3, .bit_count = 25, .payload = kIndex, .scratch = true, .portable = true, .push_descriptor = false},
    {.mode = Mode::indirect, .payload = kInterleaved, .scratch = true, .portable = true},
    {.order = kDown,
     .first_bit = 5,
     .bit_count = 9,
     .mode = Mode::indirect,
     .payload = kU32,
     .ties = kByValue,
     .scratch = true,
     .portable = true},
    // Passes by payload come first. Then keys are counted before they are converted.
    {.key_type = kF32, .nan_rule = kNanLast, .payload = kU32, .ties = kByValue, .scratch = true, .portable = true},
};

}  // namespace

TEST_CASE("sorts_every_distribution_by_radix") {
  const bool main_width = wantedWidth() == kMainWidth;
  const std::span<const Keys> distributions = main_width ? std::span<const Keys>(kAllKeys) : kFewKeys;
  for (Config config : kCarriedByRadix) {
    for (const Mode mode : {Mode::whole, Mode::indirect}) {
      config.mode = mode;
      const bool indirect = mode == Mode::indirect, elsewhere = !main_width && !everythingWanted();
      if (!wanted(config) || (indirect && (config.payload == vksort::Payload::u32 || elsewhere))) continue;
      expectRadixOf(config, distributions);
    }
  }
}

TEST_CASE("sorts_by_radix_without_looking_back") {
  for (const Config& config : kPortableConfigs) {
    if (wantedWidth() == kMainWidth || config.payload == vksort::Payload::none) expectRadixOf(config, kFewKeys);
  }
}

// More tiles than narrow subgroups look back over at a time, and than a software workgroup can count for others.
TEST_CASE("sorts_long_ranges_by_radix" * doctest::test_suite("one width")) {
  for (const Config& config :
       {Config{.scratch = true}, Config{.bit_count = 24, .mode = Mode::indirect, .payload = kIndex, .scratch = true}}) {
    const bool alone = config.payload == vksort::Payload::none;
    if (!wanted(config) || (!alone && wantedWidth() != kMainWidth)) continue;
    onEveryDeviceUnvalidated([&](Rig& rig) {
      const vksort::radix::RadixSetting setting = settingOf(rig, config);
      const uint32_t largest = setting.shapes[setting.shape_count - 2].max_count;
      std::vector<Input> inputs;
      for (const uint32_t n : {largest, largest + 1}) inputs.push_back({n, Keys::random, Payload::random, nextSeed()});
      if (alone) inputs.push_back({1'000'003, Keys::random, Payload::index, nextSeed()});
      expectSorts(rig, config, inputs);
    });
  }
}

// Grids with a partial last row, for few tiles and for more than workgroups that count.
TEST_CASE("folds_the_grids_of_radix_sorts" * doctest::test_suite("one width")) {
  constexpr Config kFolded[] = {{.scratch = true},
                                {.payload = kU32, .scratch = true},
                                {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .scratch = true}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const uint32_t width : {3u, 5u}) {
      Faults faults;
      faults.edit_properties = [width](VkPhysicalDeviceProperties2& out) {
        out.properties.limits.maxComputeWorkGroupCount[0] = width;
      };
      const MockVulkan mock(faults);
      for (const Config& config : kFolded) {
        INFO(describe(config) << ", " << width << " wide");
        const vksort::radix::RadixSetting setting = settingOf(rig, config);
        const uint32_t last = setting.shapes[setting.shape_count - 1].tile();
        std::vector<Input> inputs;
        for (const uint32_t n : {2u, 6 * setting.shapes[0].tile() + 3, 5003u, 340 * last + 5}) {
          inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
          if (config.mode == Mode::indirect) inputs.back().room = n / 2;
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

// Sorts each size separately: up to `few` in one workgroup, otherwise in passes.
void expectFew(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t few, uint32_t many,
               std::initializer_list<uint32_t> sizes) {
  for (const uint32_t n : sizes) {
    CAPTURE(n);
    const Input input{n, Keys::random, Payload::random, nextSeed(), 1, many - n};
    const std::vector<uint32_t> state = expectSorts(rig, sorter, config, {&input, 1}).state;
    CHECK(state[VKSORT_RADIX_IN_PLACE_DISPATCH] == (n <= few && n != 0 ? 1 : 0));
    CHECK((state[VKSORT_RADIX_PASS_DISPATCH] != 0) == (n > few));
    CHECK((state[VKSORT_RADIX_COUNT_DISPATCH] != 0) == (n > few));
  }
}

}  // namespace

TEST_CASE("indirect_radix_sorts_support_small_counts" * doctest::test_suite("one width")) {
  constexpr Config kFew[] = {
      {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kIndex},
      {.payload = kU32},
      {.payload = kU32, .ties = kByValue},
      {.key_type = kU64, .payload = kInterleaved},
      {.payload = kInterleaved, .ties = kAnyTies, .portable = true},
  };
  onEveryDevice([&](Rig& rig) {
    for (Config config : kFew) {
      config.mode = Mode::indirect;
      config.scratch = true;
      INFO(describe(config));
      const vksort::radix::RadixSetting setting = settingOf(rig, config);
      const uint32_t many = minOfMany(setting), few = setting.max_in_place;
      REQUIRE(few < many);
      expectFew(rig, rig.sorter(config), config, few, many, {0, 1, 2, few - 1, few, few + 1});
      if (config.key_type != KeyType::f32) continue;
      vksort::Tuning tuning = rig.tuning(config);
      tuning.double_tiles = 0;
      SorterSetup setup = rig.setupOf(config);
      setup.tuning = tuning;
      vksort::Sorter sorter;
      REQUIRE(setup.create(sorter) == VK_SUCCESS);
      const uint32_t tile = 1u << tuning.tile_log2;
      expectFew(rig, sorter, config, tile, many, {tile - 1, tile, tile + 1, 2 * tile});
    }
  });
}

TEST_CASE("sorts_every_key_type_and_order_by_radix" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const KeyType type : {KeyType::u32, KeyType::i32, KeyType::f32}) {
      for (const Order order : {Order::ascending, Order::descending}) {
        const bool push = (type == KeyType::i32) == (order == Order::ascending);
        expectRadix(rig, {.key_type = type, .order = order, .scratch = true, .push_descriptor = push}, kFewKeys);
      }
    }
    constexpr Keys kNan[] = {Keys::float_specials};
    for (const Order order : {Order::ascending, Order::descending}) {
      expectRadix(rig, {.key_type = kF32, .order = order, .nan_rule = kNanLast, .payload = kIndex, .scratch = true},
                  kNan);
    }
  });
}

// Payloads are in any order; payloads of equal keys must ascend.
TEST_CASE("sorts_equal_keys_by_their_payloads_by_radix" * doctest::test_suite("one width")) {
  constexpr Keys kKeys[] = {Keys::random, Keys::equal, Keys::clumps, Keys::last};
  constexpr Config kTied[] = {
      {.payload = kU32, .ties = kByValue, .scratch = true},
      {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kU32, .ties = kByValue, .scratch = true},
      {.order = kDown, .first_bit = 5, .bit_count = 9, .payload = kInterleaved, .ties = kByValue, .scratch = true},
      {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .scratch = true, .push_descriptor = false},
  };
  for (const Config& config : kTied) expectRadixOf(config, kKeys);
}

TEST_CASE("sorts_wide_keys_by_radix" * doctest::test_suite("one width")) {
  constexpr Keys kKeys[] = {Keys::random, Keys::equal, Keys::low_word, Keys::last};
  constexpr Config kWide[] = {
      {.key_type = kU64, .order = kDown, .scratch = true, .push_descriptor = false},
      {.key_type = kU64, .mode = Mode::indirect, .scratch = true, .portable = true},
      {.key_type = kU64, .payload = kU32, .ties = kAnyTies, .scratch = true},
      {.key_type = kU64, .payload = kInterleaved, .scratch = true},
      {.key_type = kU64,
       .order = kDown,
       .mode = Mode::indirect,
       .payload = kIndex,
       .scratch = true,
       .push_descriptor = false},
  };
  for (const Config& config : kWide) expectRadixOf(config, kKeys);
}

namespace {

struct Bits {
  uint8_t first, count;
};

// Needs no more passes than with one copy of scratch memory. More memory allows an odd number.
void expectBits(Rig& rig, Config config, const Bits& bits) {
  config.first_bit = bits.first;
  config.bit_count = bits.count;
  INFO(describe(config));
  constexpr Keys kKeys[] = {Keys::random, Keys::all_ones, Keys::entropy_3};
  const auto [dispatches, in_plans] = expectRadix(rig, config, kKeys);
  CHECK(dispatches <= in_plans);
}

}  // namespace

TEST_CASE("sorts_by_the_bits_that_differ" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Bits& bits : {Bits{0, 1}, Bits{31, 1}, Bits{0, 8}, Bits{16, 16}, Bits{3, 16}, Bits{0, 17}, Bits{8, 24},
                             Bits{5, 23}, Bits{0, 25}, Bits{0, 32}}) {
      Config config{.order = kDown, .scratch = true};
      if (bits.count % 2 == 0) config.key_type = kF32;
      if (bits.first % 8 == 0) config.payload = kIndex;
      expectBits(rig, config, bits);
    }
    // Moving NaN to the end rotates keys, so all bits differ.
    for (const Bits& bits : {Bits{0, 12}, Bits{16, 16}, Bits{0, kEveryBit}})
      expectBits(rig, {.key_type = kF32, .nan_rule = kNanLast, .scratch = true}, bits);
  });
}

TEST_CASE("sorts_by_the_bits_of_wide_keys_that_differ" * doctest::test_suite("one width")) {
  constexpr Config kWide[] = {
      {.key_type = kU64, .scratch = true},
      {.key_type = kU64, .order = kDown, .payload = kInterleaved, .scratch = true},
      {.key_type = kU64, .payload = kIndex, .scratch = true, .portable = true},
  };
  constexpr Bits kBits[] = {{0, 1}, {63, 1}, {32, 32}, {0, 32}, {31, 2}, {28, 32}, {24, 40}, {20, 24}, {0, 63}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (std::size_t i = 0; i < std::size(kBits); ++i) {
      expectBits(rig, kWide[i % 3], kBits[i]);
      if (everythingWanted()) expectBits(rig, kWide[(i + 1) % 3], kBits[i]);
    }
  });
}

TEST_CASE("double_scratch_memory_allows_an_odd_pass_count" * doctest::test_suite("one width")) {
  constexpr Config kOdd[] = {
      {.bit_count = 24, .scratch = true},
      {.bit_count = 17, .payload = kInterleaved, .scratch = true},
      {.key_type = kU64, .first_bit = 28, .bit_count = 20, .payload = kU32, .scratch = true},
      {.first_bit = 8, .bit_count = 24, .mode = Mode::indirect, .payload = kIndex, .scratch = true, .portable = true},
  };
  constexpr uint32_t n = 5003;
  onEveryDevice([&](Rig& rig) {
    for (const Config& config : kOdd) {
      const vksort::Sorter& sorter = rig.sorter(config);
      Config all = config;
      all.first_bit = 0;
      all.bit_count = kEveryBit;
      Input input{n, Keys::random, Payload::random, nextSeed()};
      if (config.mode == Mode::indirect) input = {n - 100, Keys::random, Payload::random, nextSeed(), 1, 100};
      const auto dispatches = [&](const Config& of, cases::ScratchRange scratch) {
        return expectSorts(rig, sorter, of, {&input, 1}, {.scratch = scratch}).dispatches;
      };
      const std::size_t even = dispatches(config, cases::ScratchRange::exact);
      CHECK(dispatches(config, cases::ScratchRange::twice) < even);
      CHECK(dispatches(all, cases::ScratchRange::twice) >= even);
    }
  });
}

// The result is then out of order, but contains each payload, next to its key unless keys are discarded.
TEST_CASE("payloads_survive_unexpected_differences_in_insignificant_bits" * doctest::test_suite("one width")) {
  constexpr Config kSome[] = {
      {.bit_count = 12, .payload = kU32, .ties = kByValue, .scratch = true},
      {.bit_count = 12, .payload = kInterleaved, .ties = kByValue, .scratch = true},
      {.bit_count = 12, .payload = kIndex, .discard_keys = true, .scratch = true},
      {.key_type = kF32,
       .order = kDown,
       .first_bit = 9,
       .bit_count = 20,
       .payload = kIndex,
       .discard_keys = true,
       .scratch = true},
      {.first_bit = 17, .bit_count = 13, .payload = kIndex, .discard_keys = true, .scratch = true},
      {.key_type = kU64, .first_bit = 28, .bit_count = 12, .payload = kU32, .discard_keys = true, .scratch = true},
  };
  onEveryDevice([&](Rig& rig) {
    for (const Config& some : kSome) {
      INFO(describe(some));
      Config all = some;
      all.first_bit = 0;
      all.bit_count = kEveryBit;
      for (const uint32_t reach : {30u, 270u}) {
        const Elements before = generate(all, {12'001, Keys::clumps, Payload::random, nextSeed(), reach});
        const Elements after = sortOnDevice(rig, rig.sorter(some), some, before);
        CHECK(explainWrong(all, before, after) != "");
        const auto everything = [&](const Elements& of) {
          std::vector<std::pair<uint64_t, uint32_t>> pairs;
          for (std::size_t i = 0; i < of.keys.size(); ++i)
            pairs.emplace_back(some.discard_keys ? 0 : of.keys[i], of.values[i]);
          std::ranges::sort(pairs);
          return pairs;
        };
        CHECK(everything(after) == everything(before));
      }
    }
  });
}

}  // namespace test
