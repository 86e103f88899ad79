// Sorts by value: passes by value are taken where many keys are equal, and only there; runs of equal keys are put in
// order.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/batch.h"
#include "support/check/conform.h"
#include "support/check/counts.h"
#include "support/radix/variants.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;
using vksort::Values;

struct Looked {
  Input input;
  bool by_value;  // whether its equal keys are too many for what orders runs of them
};

// In either shape of a software device that looks at keys: up to 2^12, and more.
std::vector<Looked> lookedAt(Rig& rig, const Config& config) {
  const auto of = [](uint32_t n, Keys keys, uint32_t reach = 1) {
    return Input{n, keys, Payload::random, nextSeed(), reach};
  };
  std::vector<Looked> out = {
      {of(30, Keys::random), false},      {of(4001, Keys::random), false},        {of(20'003, Keys::random), false},
      {of(4001, Keys::runs, 2), false},   {of(12'001, Keys::clumps, 270), false}, {of(4001, Keys::runs, 90), true},
      {of(20'003, Keys::runs, 90), true}, {of(20'003, Keys::runs, 4), false},     {of(5001, Keys::equal), true},
      {of(20'003, Keys::runs, 6), false}, {of(20'003, Keys::runs, 24), true},     {of(16'384, Keys::random), false},
  };
  if (!wideKeys(config)) out.push_back({of(9001, Keys::last), true});
  // Coherent ones that are repaired, or in order, look at nothing.
  if (config.coherent) {
    out = {{of(4001, Keys::random), false}, {of(5001, Keys::equal), true}, {of(9001, Keys::last), true}};
    if (mostThatLooksBack(settingOf(rig, config)) > 40'003) out.push_back({of(40'003, Keys::equal), true});
  }
  if (config.count == Count::device) {
    // Of more tiles than the histogram has workgroups.
    const uint32_t with_room = mostThatLooksBack(settingOf(rig, config)) / 4 * 3;
    out.push_back({of(std::min(40'003u, with_room), Keys::random), false});
    out.push_back({of(std::min(40'003u, with_room), Keys::runs, 90), true});
    for (Looked& each : out) each.input.room = each.input.n / 3;
  }
  return out;
}

// What the last sort, of n elements and alone, has left in lent memory.
bool wasByValue(Rig& rig, uint32_t n) {
  return rig.arena(Batch::kScratch, 0).host.as<uint32_t>()[Batch::firstLentWord(n) + VKSORT_RADIX_BY_VALUE_AT] != 0;
}

// Whether the device has given as many workgroups as n elements take to what it dispatches by arguments.
bool hasGroupsFor(Rig& rig, const Config& config, uint32_t n, bool by_value) {
  const vksort::radix::Setting setting = settingOf(rig, config);
  const std::span<const uint32_t> state = Counts::stateOf(rig.arena(Counts::kArena, 0).host.as<uint32_t>(), 0);
  const auto has = [&](uint32_t word, uint32_t groups) { return state[word] * state[word + 1] == groups; };
  const uint32_t tiles = setting.shapeFor(n).tilesOf(n), piece = setting.runPiece();
  const uint32_t counting = std::min<uint32_t>(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS);
  const bool counts = config.coherent || has(VKSORT_RADIX_HISTOGRAM_ARGUMENTS, counting);
  return counts && has(VKSORT_RADIX_PASS_ARGUMENTS, tiles) && has(VKSORT_RADIX_VALUE_ARGUMENTS, by_value ? tiles : 0) &&
         has(VKSORT_RADIX_RUN_ARGUMENTS, by_value ? 0 : (n + piece - 1) / piece);
}

// The inputs that were sorted otherwise than their keys say; wrong results are counted apart, and wrong workgroups.
struct Astray {
  uint32_t wrong = 0, astray = 0, groups = 0;
  std::string first{};
};

Astray lookAll(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::optional<Keys> but = {}) {
  Astray out;
  for (const Looked& each : lookedAt(rig, config)) {
    if (each.input.keys == but) continue;
    const Report report = checkSorts(rig, sorter, config, {&each.input, 1});
    const bool by_value = wasByValue(rig, each.input.n);
    out.wrong += !report.ok();
    const bool has_many = config.count == Count::device && each.input.n > settingOf(rig, config).few;
    const bool by_arguments = has_many || config.coherent;
    out.groups += by_arguments && !hasGroupsFor(rig, config, each.input.n, by_value);
    out.astray += by_value != each.by_value;
    if (!out.first.empty() || (report.ok() && by_value == each.by_value)) continue;
    out.first = describe(each.input.keys) + ", n " + std::to_string(each.input.n) + ", reach " +
                std::to_string(each.input.reach) + (by_value ? ": by value" : ": not by value") + report.first;
  }
  return out;
}

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
    {.values = Values::split, .coherent = true, .lent = true},
};
constexpr std::size_t kSharesDigit = 3;

}  // namespace

TEST_CASE("sorts_by_value_where_many_keys_are_equal_and_only_there" * doctest::test_suite("one width")) {
  for (const Config& config : kRunConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDevice([&](Rig& rig) {
        if (settingOf(rig, config).hasWideSubgroups())
          return skip("what is few and what is many are those of software, as tiles are");
        const Astray outcome = lookAll(rig, rig.sorter(config), config);
        INFO(outcome.first);
        CHECK(outcome.wrong == 0);
        CHECK(outcome.astray == 0);
        CHECK(outcome.groups == 0);
      });
    }
  }
}

TEST_CASE("notices_what_leads_sorts_by_value_astray" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (settingOf(rig, kRunConfigs[0]).hasWideSubgroups())
      return skip("what is few and what is many are those of software, as tiles are");
    uint32_t tried[2] = {};
    for (const Variant& variant : radixVariants()) {
      const bool stays = variant.verdict == Verdict::stays;
      if (variant.verdict != Verdict::strays && !stays) continue;
      const HookScope hooks(planted(variant));
      const bool shares = variant.name == std::string_view("value_shared_digit");
      const Config& config = kRunConfigs[shares ? kSharesDigit : 0];
      // Whether few runs among many keys are met is a matter of luck in narrow subgroups.
      const Astray outcome =
          lookAll(rig, rig.makeSorter(config), config, stays ? std::optional(Keys::clumps) : std::nullopt);
      INFO(describe(variant) << ": " << outcome.first);
      CHECK(outcome.wrong == 0);
      CHECK((outcome.astray == 0) == stays);
      if (!stays) MESSAGE(describe(variant) << " is noticed: " << outcome.first);
      ++tried[stays];
    }
    CHECK(tried[false] > 0);
    CHECK(tried[true] > 0);
    // A run that all digits show is seen without keys that are alike, by whatever subgroup comes first.
    Faults faults = planted(variantOf("value_blind"));
    for (const char* first : {"", "value_digits_turned_round"}) {
      INFO(std::string(first));
      if (*first) faults.shaders.push_back(planted(variantOf(first)).shaders.front());
      const HookScope hooks(faults);
      const Input equal{5001, Keys::equal, Payload::random, nextSeed()};
      CHECK(checkSorts(rig, rig.makeSorter(kRunConfigs[0]), kRunConfigs[0], {&equal, 1}).ok());
      CHECK(wasByValue(rig, equal.n));
    }
  });
}

// Of equal keys alone, which would have passes by value; nothing is asked for where all is in order.
TEST_CASE("coherent_sorts_at_rest_ask_nothing_of_values" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::split, .coherent = true, .lent = true};
    const vksort::Sorter& sorter = rig.sorter(config);
    for (const Payload values : {Payload::index, Payload::random}) {
      const Input input{5001, Keys::equal, values, nextSeed()};
      const Report report = checkSorts(rig, sorter, config, {&input, 1});
      INFO(report.first);
      CHECK(report.ok());
      CHECK(wasByValue(rig, input.n) == (values == Payload::random));
    }
  });
}

// Around what a workgroup sees, what is short, and what its shared memory has room for.
TEST_CASE("sorts_runs_of_equal_keys") {
  for (const Config& config : kRunConfigs) {
    if (!wanted(config) || config.coherent) continue;
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
        if (wide) add(1'200'011, Keys::clumps, 4000);
        // Between the two the bits of keys go back to the first.
        if (config.nan_rule == NanRule::last) add(32 * piece, Keys::two_nan, 45);
        const Report report = checkSorts(rig, rig.sorter(config), config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.sorts == inputs.size());
      });
    }
  }
}

// Whose stages have several strides from chunk to chunk. They would be sorted by value if it were seen how many keys
// are alike, or how long a run may be.
TEST_CASE("sorts_runs_of_more_than_eight_chunks" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config& config = kRunConfigs[0];
    const vksort::radix::Setting setting = settingOf(rig, config);
    const uint32_t chunk = 2 * setting.runPiece();
    Faults faults = planted(variantOf("value_blind"));
    faults.shaders.push_back(planted(variantOf("value_never_needed")).shaders.front());
    const HookScope hooks(faults);
    const Input input{setting.hasWideSubgroups() ? 1'200'011u : 12'001u, Keys::clumps, Payload::random, nextSeed(),
                      9 * chunk};
    const Report report = checkSorts(rig, rig.makeSorter(config), config, {&input, 1});
    INFO(report.first);
    CHECK(report.ok());
    CHECK_FALSE(wasByValue(rig, input.n));
  });
}

namespace {

// A Sorter that is promised keys of 18 bits.
vksort::Sorter promised(Rig& rig, const Config& config) {
  vksort::SorterInfo info = rig.sorterInfo(config);
  info.key_bits = {0, 18};
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  return sorter;
}

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

// Keys that differ in more bits than was promised are not in order behind the passes; each keeps its value none the
// less.
TEST_CASE("loses_no_value_where_a_promise_of_key_bits_is_broken" * doctest::test_suite("one width")) {
  constexpr int kSorts = 20;
  const Config config{.values = Values::split, .lent = true};
  onEveryDevice([&](Rig& rig) {
    const vksort::Sorter sorter = promised(rig, config);
    const bool wide = settingOf(rig, config).hasWideSubgroups();
    for (const uint32_t reach : {30u, 270u})
      CHECK(keepsValues(rig, sorter, config,
                        {wide ? 300'007u : 12'001u, Keys::clumps, Payload::random, nextSeed(), reach}));
    // What goes on behind a piece begins behind it, where no workgroup but the next may store. To store there what is
    // there already is made to spoil it, unless the next stores later: of 16 pieces of a sort few do, on a GPU many.
    const uint32_t piece = settingOf(rig, config).runPiece();
    const uint32_t by_ranks = wide ? 3u << 15 : 0;
    const auto keepsAll = [&](const vksort::Sorter& its_sorter) {
      bool keeps = true;
      for (int i = 0; i < kSorts && keeps; ++i)
        keeps = keepsValues(rig, its_sorter, config,
                            {by_ranks + 32 * piece + 3, Keys::parted, Payload::random, nextSeed(), piece});
      return keeps;
    };
    CHECK(keepsAll(sorter));
    for (const auto& [name, keeps] : {std::pair{"value_runs_spoiled", true}, {"value_runs_of_others_spoiled", false}}) {
      INFO(name);
      Faults faults = planted(variantOf(name));
      // On a GPU the rows have a run each, which together may be one for passes by value.
      faults.shaders.push_back(planted(variantOf("value_never_needed")).shaders.front());
      const HookScope hooks(faults);
      CHECK(keepsAll(promised(rig, config)) == keeps);
    }
  });
}

}  // namespace test
