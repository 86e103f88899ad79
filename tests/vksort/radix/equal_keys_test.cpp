// Equal keys whose values decide, in scratch memory: runs of any length, in any place, and nothing is lost.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/batch.h"
#include "support/check/conform.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;
using vksort::Values;

constexpr Config kRunConfigs[] = {
    {.values = Values::split, .lent = true},
    {.key_type = KeyType::f32,
     .order = Order::descending,
     .values = Values::interleaved,
     .ties = Ties::value_in_order,
     .nan_rule = NanRule::last,
     .count = Count::device,
     .lent = true,
     .value_bits = 20},
    {.key_type = KeyType::u64, .order = Order::descending, .lent = true},
    {.values = Values::split, .lent = true, .first_bit = 15, .bit_count = 17},  // half of them share the first digit
};

// Whether the last sort, of n elements and alone, had passes by value.
bool wasByValue(Rig& rig, uint32_t n) {
  return rig.arena(Batch::kScratch, 0).host.as<uint32_t>()[Batch::firstLentWord(n) + VKSORT_RADIX_BY_VALUE_AT] != 0;
}

}  // namespace

// Around what a workgroup sees, what is short, and what its shared memory has room for; few equal keys, and many.
TEST_CASE("sorts_runs_of_equal_keys") {
  for (const Config& config : kRunConfigs) {
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
      onEveryDevice([&](Rig& rig) {
        const uint32_t piece = settingOf(rig, config).runPiece();
        const bool wide = settingOf(rig, config).hasWideSubgroups();
        std::vector<Input> inputs;
        const auto add = [&](uint32_t n, Keys keys, uint32_t reach) {
          inputs.push_back({n, keys, Payload::random, nextSeed(), reach});
          if (config.count == Count::device) inputs.back().room = n % 3 * 40;
        };
        for (const uint32_t reach : {2u, 3u, 7u, 31u, 32u, 33u, 34u, piece - 1, piece, piece + 1, piece + 32,
                                     piece + 33, 2 * piece, 2 * piece + 1, 3 * piece + 5}) {
          add(piece + 31, Keys::runs, reach);
          add(4 * piece + 3, Keys::runs, reach);
          add(wide ? 300'007 : 12'001, Keys::clumps, reach);
        }
        for (const uint32_t reach : {4u, 90u}) add(wide ? 1'200'011 : 20'003, Keys::runs, reach);
        if (wide) add(1'200'011, Keys::clumps, 4000);
        // Between the two the bits of keys go back to the first.
        if (config.nan_rule == NanRule::last) add(32 * piece, Keys::two_nan, 45);
        const Report report = checkSorts(rig, rig.sorter(config), config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.sorts == inputs.size());
        // Passes by value are taken where many keys are equal, and left out where hardly any are.
        for (const Keys keys : {Keys::random, Keys::equal}) {
          const Input input{wide ? 300'007u : 12'001u, keys, Payload::random, nextSeed()};
          expectSorts(rig, config, {&input, 1});
          CHECK(wasByValue(rig, input.n) == (keys == Keys::equal));
        }
      });
    }
  }
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
    const vksort::radix::Setting setting = settingOf(rig, config);
    const bool wide = setting.hasWideSubgroups();
    for (const uint32_t reach : {30u, 270u})
      CHECK(keepsValues(rig, sorter, config,
                        {wide ? 300'007u : 12'001u, Keys::clumps, Payload::random, nextSeed(), reach}));
    // Runs that begin in one workgroup's part and go on in the next one's.
    const uint32_t piece = setting.runPiece(), n = (wide ? 3u << 15 : 0) + 32 * piece + 3;
    for (int i = 0; i < 5; ++i)
      CHECK(keepsValues(rig, sorter, config, {n, Keys::parted, Payload::random, nextSeed(), piece}));
  });
}

}  // namespace test
