// Radix sorts by shaders with something changed: workgroups that never tell others what they counted cost time and
// nothing else, and whatever is wrong is noticed.
#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

#include "setting.h"
#include "support/check/conform.h"
#include "support/radix/variants.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Values;

bool isOf(const Variant& variant, const char* module) { return variant.module == std::string(module); }

// In which the module is run.
Config configFor(const Variant& variant) {
  const std::string_view name = variant.name;
  Config config{.key_type = KeyType::f32, .nan_rule = NanRule::last, .lent = true};
  if (isOf(variant, "radix_pass_pairs") || name.starts_with("portable_pairs_")) config.values = Values::iota;
  if (name.ends_with("_side_by_side")) {
    config.values = Values::interleaved;
    config.ties = vksort::Ties::any;
  }
  if (isByValue(variant)) {
    config.order = Order::descending;
    config.values = Values::split;
    config.ties = vksort::Ties::value_in_order;
  }
  if (name.starts_with("wide_")) config = {.key_type = KeyType::u64, .lent = true};
  if (isOfRanks(variant) && std::string_view(variant.module).ends_with("_pairs") && !isByValue(variant))
    config.values = Values::iota;
  config.by_ranks = isOfRanks(variant);
  if (name == "mute_for_long") config = {.lent = true, .bit_count = 16};
  if (name.starts_with("few_")) config.values = Values::iota;
  config.hook = isOf(variant, "hooked_radix_count");
  config.portable = isPortable(variant);
  const bool counts = name.ends_with("_count") || name.ends_with("_all_rows") || name == "rank_counts_room";
  if (counts || isOf(variant, "radix_set_up_counted") || isOf(variant, "radix_count_values_told"))
    config.count = Count::device;
  return config;
}

// Of a shape that has passes of the variant, and sums of some rounds.
uint32_t portableSize(Rig& rig, const Variant& variant, const Config& config) {
  if (isOf(variant, "radix_sum")) {
    const vksort::radix::Setting setting = settingOf(rig, config);
    const vksort::radix::Shape& shape = setting.shapeFor(vksort::radix::kMostElements);
    return std::max(9'001u, (shape.tile() << shape.invocations_log2) + 809);  // the least are of other shapes
  }
  if (isOf(variant, "radix_set_up_counted")) return 9'001;
  return std::string_view(variant.module).starts_with("radix_pass") || isOf(variant, "radix_count") ? 1501 : 3001;
}

constexpr uint32_t kOfManyRuns = 60'001;

bool isOfRuns(const Variant& variant) {
  const std::string_view name = variant.name;
  return name.starts_with("value_runs_") || name.starts_with("wide_runs_");
}

// Whether the inputs show what is changed: where subgroups are narrow, sorts of many runs are by tables; where they are
// wide, there are some that own no digits, and what is to be the first look is another.
bool isShown(Rig& rig, const Variant& variant) {
  const vksort::radix::Setting setting = settingOf(rig, configFor(variant));
  if (std::string_view(variant.name).starts_with("looks_back_late") && setting.hasWideSubgroups()) return false;
  return !isOfRuns(variant) || setting.shapeFor(kOfManyRuns).looksBack();
}

// Of one tile and of many, of either shape of a software device.
std::vector<Input> inputsFor(Rig& rig, const Variant& variant, const Config& config) {
  std::vector<Input> inputs;
  const std::string_view name = variant.name;
  if (name.starts_with("few_")) {
    const vksort::radix::Setting setting = settingOf(rig, config);
    for (const uint32_t n : {setting.few, setting.few + 1}) {
      inputs.push_back({n, Keys::random, Payload::index, nextSeed(), 1, leastOfMany(setting) - n});
    }
    return inputs;
  }
  if (config.by_ranks) {
    // More tiles than are searched at once, on every device.
    const uint32_t kTiles = name == "rank_first_eight" ? 11 * 1024 + 77 : 7 * 1024 + 77;
    if (name == "rank_none_is_many") return {{0, Keys::random, Payload::index, nextSeed(), 1, 3000}};
    for (const Keys keys : {Keys::random, Keys::equal, Keys::last, Keys::sorted, Keys::nan}) {
      const Payload payload = keys == Keys::equal || keys == Keys::last ? Payload::all_ones : Payload::random;
      inputs.push_back({kTiles, keys, payload, nextSeed()});
      if (name == "rank_believes_count") inputs.back().found = kTiles + 77;
      if (name == "rank_counts_room" || name == "rank_none_is_many") inputs.back().room = 500;
    }
    return inputs;
  }
  if (config.portable) {
    for (const Keys keys : {Keys::random, Keys::equal, Keys::low_ones})
      inputs.push_back({portableSize(rig, variant, config), keys, Payload::random, nextSeed()});
    for (Input& input : inputs) input.room = config.count == Count::device ? input.n / 3 : 0;
    return inputs;
  }
  if (name == "value_needless_runs") {
    return {{5001, Keys::equal, Payload::random, nextSeed()}, {20'003, Keys::runs, Payload::random, nextSeed(), 90}};
  }
  const bool of_runs = isOfRuns(variant);
  const bool counts_values = isOf(variant, "radix_count_values") || isOf(variant, "radix_count_values_told");
  if (of_runs || counts_values || name == "value_never_moved") {
    // Few runs of equal keys, of which one is of several chunks; and nothing else.
    inputs.push_back({12'001, Keys::clumps, Payload::random, nextSeed(), 270});
    // Of keys that are alike where the device looks there are fewer than four with this seed, and not with every one.
    constexpr uint64_t kFewAlike = 1;
    if (of_runs) inputs.push_back({kOfManyRuns, Keys::clumps, Payload::random, kFewAlike, 600});
    // And where few workgroups sum rows up in several turns.
    if (!of_runs) inputs.push_back({4301, Keys::equal, Payload::random, nextSeed()});
    if (!of_runs) inputs.push_back({1501, Keys::random, Payload::random, nextSeed()});
    return inputs;
  }
  if (name == "mute_for_long") return {{512 * 128, Keys::random, Payload::index, nextSeed()}};
  // Of even numbers in memory that begins at an even word.
  const uint32_t odd = name == "pairs_begin_late" ? 0 : 1;
  for (const uint32_t n : {60 + odd, 3000 + odd, 5002 + odd}) {
    // The larger ones are of another shape, compiled for what makes a difference there alone.
    const auto names = [&name](const char* part) { return name.find(part) != name.npos; };
    const bool larger = n > 4096, of_larger = names("keeps_") || names("larger_") || names("parts_");
    if (larger != of_larger && config.count == Count::host && variant.name != std::string("mute")) continue;
    for (const Keys keys : {Keys::random, Keys::nan, Keys::equal}) {
      inputs.push_back({n, keys, isByValue(variant) ? Payload::random : Payload::index, nextSeed()});
      if (config.count == Count::device) inputs.push_back({n, keys, Payload::index, nextSeed(), 1, 0, n + 77});
      if (name.ends_with("_beyond_count")) inputs.back() = {n, keys, Payload::index, nextSeed(), 1, 700};
    }
  }
  // Of software more tiles than there may be rows.
  if (name == "larger_sums_untold") inputs.push_back({40'001, Keys::random, Payload::index, nextSeed()});
  return inputs;
}

Report sortedBy(Rig& rig, const Variant& variant, const Config& config) {
  const HookScope hooks(planted(variant));
  const std::vector<Input> inputs = inputsFor(rig, variant, config);
  vksort::SorterInfo info = rig.sorterInfo(config);
  if (config.portable) info.max_count = inputs[0].n + inputs[0].room;  // fewer kernels
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  return checkSorts(rig, sorter, config, inputs);
}

// Of the first input that is not sorted, or else of the last one.
Report firstFailureOf(Rig& rig, const Variant& variant, const Config& config) {
  const HookScope hooks(planted(variant));
  vksort::SorterInfo info = rig.sorterInfo(config);
  if (config.by_ranks) info.max_count = 12'000;  // fewer kernels
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  Report report;
  for (const Input& input : inputsFor(rig, variant, config)) {
    report = checkSorts(rig, sorter, config, {&input, 1});
    if (!report.ok()) break;
  }
  return report;
}

}  // namespace

TEST_CASE("sorts_by_radix_whatever_other_workgroups_do" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    uint32_t tried = 0;
    for (const Variant& variant : radixVariants()) {
      if (variant.verdict != Verdict::sorts || !isShown(rig, variant)) continue;
      const std::string what = describe(variant);
      INFO(what);
      const Report report = sortedBy(rig, variant, configFor(variant));
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.sorts > 0);
      ++tried;
    }
    CHECK(tried > 0);
  });
}

TEST_CASE("notices_every_mutant_of_sorts_in_lent_memory" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (settingOf(rig, {.lent = true}).hasWideSubgroups())
      return skip(
          "the inputs are of as many tiles as matter where subgroups, and with them tiles, are those of software");
    uint32_t tried = 0;
    for (const Variant& variant : radixVariants()) {
      if (variant.verdict != Verdict::fails || !isShown(rig, variant)) continue;
      const std::string what = describe(variant);
      INFO(what);
      const Report report = firstFailureOf(rig, variant, configFor(variant));
      CHECK_FALSE(report.ok());
      MESSAGE(what << " is noticed: " << report.first);
      ++tried;
    }
    CHECK(tried > 0);
  });
}

}  // namespace test
