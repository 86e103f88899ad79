// Coherent sorts with scratch memory: the same results, by no more passes than it takes.
#include <algorithm>
#include <bit>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/batch.h"
#include "support/check/conform.h"
#include "support/check/counts.h"
#include "support/oracle/tunings.h"
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

constexpr Config kRadixCoherentConfigs[] = {
    {.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last, .coherent = true, .lent = true},
    {.key_type = KeyType::i32,
     .values = Values::split,
     .ties = Ties::any,
     .coherent = true,
     .lent = true,
     .first_bit = 12,
     .bit_count = 20},
    {.values = Values::interleaved, .ties = Ties::any, .count = Count::device, .coherent = true, .lent = true},
    {.values = Values::split, .push_descriptor = false, .coherent = true, .lent = true, .ascending_values = true},
    {.values = Values::split, .coherent = true, .lent = true},
    {.key_type = KeyType::f32,
     .order = Order::descending,
     .values = Values::interleaved,
     .ties = Ties::value_in_order,
     .count = Count::device,
     .coherent = true,
     .lent = true,
     .value_bits = 20},
    {.key_type = KeyType::f32,
     .values = Values::split,
     .ties = Ties::any,
     .coherent = true,
     .lent = true,
     .portable = true},
    {.values = Values::interleaved,
     .count = Count::device,
     .coherent = true,
     .lent = true,
     .portable = true,
     .value_bits = 9},
    {.key_type = KeyType::u64, .order = Order::descending, .count = Count::device, .coherent = true, .lent = true},
};
constexpr std::size_t kByValue = 4, kPortable = 6;

// Whether equal keys may be out of order.
bool isByValue(const Config& config) {
  if (wideKeys(config)) return true;  // to radix the low words are values
  return config.values != Values::none && config.ties != Ties::any && !config.ascending_values;
}

// What the device is to do.
struct Way {
  bool repairs = false, moves = false;
  bool operator==(const Way&) const = default;
};

// By the order of all keys of half tiles: nothing for what is sorted; a repair, if no key is after one that is in the
// half tile after the next, or further behind, nor, by value, the same.
Way wayFor(const Config& config, const Elements& elements, uint32_t half) {
  std::vector<uint64_t> places;
  for (const uint64_t key : elements.keys) places.push_back(placeOf(config, key));
  const bool by_value = isByValue(config);
  if (by_value ? std::ranges::is_sorted(ranked(config, elements)) : std::ranges::is_sorted(places)) return {};
  if (wideKeys(config)) {
    for (uint64_t& place : places) place >>= 32;
  }
  uint64_t highest = 0;  // up to the half before the one before
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t begin = i / half * half;
    if (i == begin && begin >= 2 * half)
      highest = std::max(highest, *std::max_element(places.begin() + static_cast<std::ptrdiff_t>(begin - 2 * half),
                                                    places.begin() + static_cast<std::ptrdiff_t>(begin - half)));
    if (begin >= 2 * half && (places[i] < highest || (by_value && places[i] == highest))) return {false, true};
  }
  return {true, false};
}

Way wayOf(std::span<const uint32_t> state) {
  return {state[VKSORT_RADIX_REPAIR_ARGUMENTS] != 0, state[VKSORT_RADIX_PASS_ARGUMENTS] != 0};
}

// Whether what goes with the passes that move has workgroups where these have some, and only there.
bool goesWithMoves(const vksort::radix::Setting& setting, uint32_t most, std::span<const uint32_t> state) {
  const vksort::radix::Shape& shape = setting.shapeFor(most);
  const auto goes = [&](uint32_t word) { return (state[word] != 0) == (state[VKSORT_RADIX_PASS_ARGUMENTS] != 0); };
  if (shape.offsets == vksort::radix::Offsets::by_summed_table && !goes(VKSORT_RADIX_SUM_ARGUMENTS)) return false;
  if (!setting.ordersRuns(shape)) return true;
  // Either passes by value, or what puts runs in order behind those by key.
  const bool by_value = state[VKSORT_RADIX_VALUE_ARGUMENTS] != 0;
  return by_value ? goes(VKSORT_RADIX_VALUE_ARGUMENTS) && state[VKSORT_RADIX_RUN_ARGUMENTS] == 0
                  : goes(VKSORT_RADIX_RUN_ARGUMENTS);
}

// Around half tiles, tiles, the size from which all digits are counted first, and as many tiles as the histogram has
// workgroups. Not `all` of them where other configurations show the rest.
std::vector<Input> inputsFor(Rig& rig, const Config& config, bool all) {
  const vksort::radix::Setting setting = settingOf(rig, config);
  const uint32_t tile = 1u << setting.repair_log2, half = tile / 2;
  const uint32_t ahead = setting.shapes[0].most;
  const uint32_t many = VKSORT_RADIX_HISTOGRAM_GROUPS * setting.shapes[setting.shape_count - 1].tile() + half + 3;
  std::vector<Input> inputs;
  const auto add = [&](uint32_t n, Keys keys, uint32_t reach = 1) {
    inputs.push_back({n, keys, Payload::random, nextSeed(), reach});
    if (config.count == Count::device) inputs.back().room = n % 3 * 40;
  };
  std::vector<uint32_t> sizes = {2, half, half + 1, 2 * tile + half + 1, 9 * tile + 5, ahead + 5};
  if (all) sizes.insert(sizes.end(), {3, tile + half});
  for (const uint32_t n : sizes) {
    for (const Keys keys : {Keys::random, Keys::sorted, Keys::equal, Keys::entropy_7, Keys::late}) add(n, keys);
    if (wideKeys(config)) {
      add(n, Keys::low_word);
    } else if (isByValue(config)) {
      add(n, Keys::clumps, 20);  // few equal keys, which are left to be put in order behind those that move
      for (const Payload payload : {Payload::index, Payload::random, Payload::all_ones}) {
        for (const Keys keys : {Keys::equal, Keys::runs}) {
          add(n, keys, half / 4 + n % 7);
          inputs.back().payload = payload;
        }
      }
    }
    for (const uint32_t reach : {2u, half / 2, half, tile}) add(n, Keys::moved, reach);
    if (config.count != Count::device) continue;
    add(0, Keys::random);
    inputs.back().room = n;
  }
  if (config.portable) add(many, Keys::swapped, many / 2);  // workgroups that count several tiles
  if (config.portable) add(many, Keys::sorted);             // and nothing to sum up
  if (!all) return inputs;
  for (const uint32_t n : {9 * tile + 5, ahead + 5}) {
    for (const uint32_t reach : {1u, 1u, 1u, half - 1, half, half + 1, half + 2, tile - 1, tile, tile + 1, 2 * tile})
      add(n, Keys::swapped, reach);
  }
  // The last two of a unit, and two on either side of its end.
  const uint32_t unit = 1u << setting.unitLog2(setting.shapes[0]);
  for (uint32_t end = unit; end <= 2 * tile; end += unit) {
    for (const uint32_t at : {end - 2, end - 1}) {
      add(2 * tile + 3, Keys::swapped, 1);
      inputs.back().seed = at;
    }
  }
  for (uint32_t i = 0; i < 4; ++i) add(9 * tile + 5, Keys::crossed, half + 1);
  for (const uint32_t reach : {2u, half / 2, half + 1}) add(many, Keys::moved, reach);
  for (const uint32_t reach : {1u, half, tile, many / 2, many - 1}) add(many, Keys::swapped, reach);
  return inputs;
}

// Sorts that are wrong, or took another way than they need; the first such.
struct Strays {
  uint32_t wrong = 0, astray = 0, nothing = 0, repaired = 0, moved = 0;
  std::string first{};
};

// As many as are sorted together, and keep a state each.
std::size_t togetherIn(std::span<const Input> inputs) {
  constexpr uint32_t kTogether = 1u << 18;  // elements; far fewer than a batch takes
  std::size_t count = 0;
  uint32_t elements = 0;
  while (count < inputs.size() && count < Counts::kStates && (count == 0 || elements + inputs[count].n <= kTogether))
    elements += inputs[count++].n;
  return count;
}

// Whether it is about keys that several subgroups see of a unit.
bool isOfUnits(const Variant& variant) {
  return variant.name == std::string("no_lowest") || variant.name == std::string("no_highest");
}

bool hasUnitsOfOneSubgroup(const vksort::radix::Setting& setting) {
  return std::ranges::all_of(std::span(setting.shapes, setting.shape_count), [&](const vksort::radix::Shape& shape) {
    const uint32_t unit = 1u << setting.unitLog2(shape), row = 1u << setting.subgroup_log2;
    const uint32_t chunk = shape.elements * row;  // see count.comp
    const bool in_chunks = std::has_single_bit(shape.elements) && chunk <= unit;
    return unit <= (in_chunks ? chunk : row);
  });
}

// Whether it is about units of one half tile, and whether there is but one.
bool isOfHalves(const Variant& variant) {
  return variant.name == std::string("blind_in_halves") || variant.name == std::string("blind_amid_halves");
}

bool hasHalvesOfOneUnit(const vksort::radix::Setting& setting) {
  return std::ranges::all_of(std::span(setting.shapes, setting.shape_count), [&](const vksort::radix::Shape& shape) {
    return setting.unitLog2(shape) + 1 == setting.repair_log2;
  });
}

enum class Until { the_end, the_first };  // of those that are wrong or astray

Strays sortAll(Rig& rig, const vksort::Sorter& sorter, const Config& config, Until until = Until::the_end) {
  const vksort::radix::Setting setting = settingOf(rig, config);
  const uint32_t half = 1u << (setting.repair_log2 - 1);
  const bool all = &config == &kRadixCoherentConfigs[0] || &config == &kRadixCoherentConfigs[kByValue];
  const std::vector<Input> inputs = inputsFor(rig, config, all);
  Strays outcome;
  for (std::span<const Input> rest = inputs; !rest.empty();) {
    if (until == Until::the_first && outcome.wrong + outcome.astray > 0) break;
    const auto some = rest.first(togetherIn(rest));
    rest = rest.subspan(some.size());
    const Report report = checkSorts(rig, sorter, config, some);
    if (!report.ok()) {
      ++outcome.wrong;
      if (outcome.first.empty()) outcome.first = report.first;
    }
    const std::span<const uint32_t> words = rig.arena(Counts::kArena, 0).host.as<uint32_t>();
    for (std::size_t i = 0; i < some.size(); ++i) {
      const Way wanted = some[i].found == 0u ? Way{} : wayFor(config, generate(config, some[i]), half);
      const Way taken = wayOf(Counts::stateOf(words, i));
      outcome.nothing += !wanted.repairs && !wanted.moves;
      outcome.repaired += wanted.repairs;
      outcome.moved += wanted.moves;
      if (taken == wanted && goesWithMoves(setting, some[i].n + some[i].room, Counts::stateOf(words, i))) continue;
      ++outcome.astray;
      if (outcome.first.empty())
        outcome.first = describe(some[i].keys) + ", n " + std::to_string(some[i].n) + ", reach " +
                        std::to_string(some[i].reach) + (taken.repairs ? ": repaired" : ": not repaired") +
                        (taken.moves ? " and moved" : " and not moved") + ", wanted " +
                        (wanted.repairs ? "a repair"
                         : wanted.moves ? "to be moved"
                                        : "nothing");
    }
  }
  return outcome;
}

}  // namespace

TEST_CASE("coherent_sorts_by_radix_do_what_it_takes_and_no_more" * doctest::test_suite("one width")) {
  for (const Config& config : kRadixCoherentConfigs) {
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
      onEveryDevice([&](Rig& rig) {
        const Strays outcome = sortAll(rig, rig.sorter(config), config);
        INFO(outcome.first);
        CHECK(outcome.wrong == 0);
        CHECK(outcome.astray == 0);
        CHECK(outcome.nothing > 10);
        CHECK(outcome.repaired > 10);
        CHECK(outcome.moved > 10);
      });
    }
  }
}

TEST_CASE("coherent_sorts_by_radix_may_look_at_rows_of_a_tile" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    uint32_t tried = 0;
    for (const Variant& variant : radixVariants()) {
      if (variant.verdict != Verdict::leads) continue;
      const HookScope hooks(planted(variant));
      const Strays outcome = sortAll(rig, rig.makeSorter(kRadixCoherentConfigs[0]), kRadixCoherentConfigs[0]);
      INFO(describe(variant) << ": " << outcome.first);
      CHECK(outcome.wrong + outcome.astray == 0);
      ++tried;
    }
    CHECK(tried > 0);
  });
}

// As those of portable pairs on GPUs: here tiles of the repair are larger than what is counted at once.
TEST_CASE("coherent_sorts_compare_the_units_of_half_a_tile" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.coherent = true, .lent = true};
    vksort::SorterInfo info = rig.sorterInfo(config);
    const vksort::DeviceFacts facts = factsOf(info);
    const vksort::Tuning tuning = tuningOfTiles(10, facts.limits);
    info.tuning = &tuning;
    const auto setting = vksort::radix::settingOf(info, facts.limits, facts.record_limits, tuning, true);
    if (hasHalvesOfOneUnit(setting)) return skip("what is counted at once is as large as the tiles of any tuning");
    const uint32_t unit = 1u << setting.unitLog2(setting.shapes[0]);
    std::vector<Input> inputs;  // two elements on either side of each unit's end have changed places
    for (uint32_t end = unit; end < 3 * 1024; end += unit)
      inputs.push_back({3 * 1024, Keys::swapped, Payload::index, end - 1, 1});
    // And one so far from its place that no repair is enough, of which the first unit of its half tile tells.
    inputs.push_back({3 * 1024, Keys::early, Payload::index, nextSeed()});
    const auto sortsAll = [&] {
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      return checkSorts(rig, sorter, config, inputs).ok();
    };
    CHECK(sortsAll());
    uint32_t tried = 0;
    for (const Variant& blind : radixVariants()) {
      if (!isOfHalves(blind)) continue;
      INFO(describe(blind));
      const HookScope hooks(planted(blind));
      CHECK_FALSE(sortsAll());
      ++tried;
    }
    CHECK(tried == 2);
  });
}

// The first pass decides, and then moves elements to a copy or leaves that alone.
TEST_CASE("coherent_sorts_move_nothing_to_a_copy_for_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split}) {
      const Config config{.values = values, .ties = Ties::any, .coherent = true, .lent = true};
      const vksort::radix::Setting setting = settingOf(rig, config);
      const uint32_t n = 3000;
      if (!setting.decidesFirst(setting.shapeFor(n))) return skip("large tiles alone, which have what decides");
      const auto copied = [&](Keys keys, uint32_t reach) {
        const Input input{n, keys, Payload::index, nextSeed(), reach};
        CHECK(checkSorts(rig, rig.sorter(config), config, std::span(&input, 1)).ok());
        const std::span<const uint32_t> copy =
            rig.arena(Batch::kScratch, 0)
                .host.as<uint32_t>()
                .subspan(Batch::firstLentWord(n) + vksort::radix::scratchOf(setting, n).copy, n);
        return copy[0] != copy[1] || copy[n / 2] != copy[n - 1];
      };
      CHECK_FALSE(copied(Keys::sorted, 1));
      CHECK_FALSE(copied(Keys::moved, 2));  // repaired
      CHECK(copied(Keys::random, 1));
    }
  });
}

TEST_CASE("plans_a_repair_that_is_no_part_of_the_bytes" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config coherent{.values = Values::split, .ties = Ties::any, .coherent = true, .lent = true};
    Config plain = coherent;
    plain.coherent = false;
    for (const uint32_t n : {2u, 1000u, 30'000u, 70'001u}) {
      const vksort::Plan with = rig.sorter(coherent).plan(n, true), without = rig.sorter(plain).plan(n, true);
      const vksort::radix::Setting setting = settingOf(rig, coherent);
      const bool decides_first = setting.decidesFirst(setting.shapeFor(n));
      const bool by_rows = settingOf(rig, plain).shapeFor(n).offsets == vksort::radix::Offsets::by_rows;
      // A repair, what decides, and a set-up that plain sorts by rows have not.
      CHECK(with.dispatches == without.dispatches + (decides_first ? 2 : 3) + (by_rows ? 1 : 0));
      CHECK(with.bytes_read == without.bytes_read);
      CHECK(with.bytes_written == without.bytes_written);
      // Of as many tiles as there are, and the seams between them.
      const uint32_t tile = 1u << settingOf(rig, coherent).repair_log2, tiles = (n + tile - 1) / tile;
      uint32_t first = 0;
      while (rig.sorter(coherent).planPass(n, first, true).name != std::string("repair_tiles")) REQUIRE(++first < 9);
      CHECK(rig.sorter(coherent).planPass(n, first, true).workgroups == tiles);
      CHECK(rig.sorter(coherent).planPass(n, first + 1, true).workgroups == tiles - 1);
    }
  });
}

TEST_CASE("notices_every_mutant_of_the_decision" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    uint32_t tried = 0;
    for (const Variant& variant : radixVariants()) {
      if (variant.verdict != Verdict::misleads) continue;
      // What a missing barrier does on a GPU is luck.
      if (variant.name == std::string("no_barrier") && settingOf(rig, kRadixCoherentConfigs[0]).hasWideSubgroups())
        continue;
      const std::string what = describe(variant);
      INFO(what);
      const HookScope hooks(planted(variant));
      const Config& config = kRadixCoherentConfigs[isByValue(variant) ? kByValue : isPortable(variant) ? kPortable : 0];
      if (isOfUnits(variant) && hasUnitsOfOneSubgroup(settingOf(rig, config))) continue;
      if (isOfHalves(variant) && hasHalvesOfOneUnit(settingOf(rig, config))) continue;
      const Strays outcome = sortAll(rig, rig.makeSorter(config), config, Until::the_first);
      CHECK(outcome.wrong + outcome.astray > 0);
      MESSAGE(what << " is noticed: " << outcome.first);
      ++tried;
    }
    CHECK(tried > 0);
  });
}

}  // namespace test
