// Radix sorts that discard keys leave sorted payloads, also while their elements are narrow.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "setting.h"
#include "support/check/conform.h"

namespace test {
namespace {

using vksort::KeyType;

// Returns counts around tile boundaries and changes of shape. Software drivers move narrow elements in sorts of 4,097
// to 131,072 elements.
std::vector<uint32_t> countsFor(const vksort::radix::RadixSetting& setting, bool all) {
  const uint32_t tile = setting.narrow.invocations_log2 != 0 ? setting.narrow.tile() : setting.shapes[0].tile();
  std::vector<uint32_t> counts = {5003, 2, 300};
  for (uint32_t i = 0; i + 1 < setting.shape_count; ++i) {
    if (!all && counts.back() > 4096) break;
    const uint32_t max = setting.shapes[i].max_count, boundary = (max / tile + 2) * tile;
    counts.insert(counts.end(), {max, max + 1});
    if (i == 0 || !setting.is_software) counts.insert(counts.end(), {boundary, boundary + 1});
  }
  return counts;
}

bool isNarrow(const vksort::Sorter& sorter, const Config& config, uint32_t n) {
  const vksort::PlanInfo info{
      .count = n, .scratch = true, .key_type = config.key_type, .significant_bits = bitsOf(config)};
  const std::vector<vksort::PassPlan> passes = planned(info, sorter);
  return std::ranges::any_of(passes, [](const auto& pass) { return pass.name == std::string("radix_pass_narrow"); });
}

// The last ones keep the width of elements.
constexpr Config kDiscarding[] = {
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast, .payload = kIndex},
    {.key_type = kI32, .first_bit = 16, .bit_count = 16, .payload = kIndex, .ties = kAnyTies, .push_descriptor = false},
    {.order = kDown, .bit_count = 24, .mode = Mode::indirect, .payload = kIndex},
    {.key_type = kF32, .bit_count = 9, .mode = Mode::indirect, .payload = kIndex},
    {.key_type = kU64, .order = kDown, .payload = kIndex},
    {.key_type = kU64,
     .order = kDown,
     .first_bit = 32,
     .bit_count = 32,
     .mode = Mode::indirect,
     .payload = kU32,
     .ties = kAnyTies},
    {.key_type = kU64, .first_bit = 28, .bit_count = 20, .mode = Mode::indirect, .payload = kU32},
    {.key_type = kU64, .bit_count = 32, .payload = kU32},
    {.bit_count = 31, .payload = kIndex, .portable = true},
    {.key_type = kF32, .order = kDown, .payload = kU32},
    {.bit_count = 17, .mode = Mode::indirect, .payload = kU32, .ties = kByValue},
    {.bit_count = 24, .payload = kInterleaved, .ties = kAnyTies},
};
constexpr std::size_t kBecomeNarrow = 7;

}  // namespace

TEST_CASE("radix_sorts_that_discard_keys_leave_sorted_payloads" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (std::size_t i = 0; i < std::size(kDiscarding); ++i) {
      Config config = kDiscarding[i];
      config.discard_keys = config.scratch = true;
      INFO(describe(config));
      std::vector<Input> inputs;
      const vksort::radix::RadixSetting setting = settingOf(rig, config);
      for (const uint32_t n : countsFor(setting, i < 2 || i == 4)) {
        constexpr Keys kKeys[] = {Keys::random, Keys::last, Keys::entropy_3};
        for (const Keys keys : std::span(kKeys).first(n > 100'000 ? 1 : 3))
          inputs.push_back({n, keys, Payload::random, nextSeed(), 1, config.mode == Mode::indirect ? n / 3 : 0});
      }
      const uint32_t n = setting.is_software ? 5003 : 2'000'000;
      CHECK(isNarrow(rig.sorter(config), config, n) == (i < kBecomeNarrow));
      expectSorts(rig, config, inputs);
    }
  });
}

TEST_CASE("radix_sorts_that_discard_keys_support_any_bits" * doctest::test_suite("one width")) {
  constexpr KeyType kTypes[] = {KeyType::u32, KeyType::i32, KeyType::f32};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    uint32_t narrow = 0;
    for (const uint32_t width : {32u, 64u}) {
      for (uint32_t count = 1; count <= width; count += width == 64 ? 3 : 1) {
        Config config{.payload = kIndex, .discard_keys = true, .scratch = true};
        config.key_type = width == 64 ? kU64 : kTypes[count % 3];
        config.order = vksort::Order(count % 2);
        config.bit_count = static_cast<uint8_t>(count);
        for (const uint32_t first : {0u, (width - count) / 2, width - count}) {
          config.first_bit = static_cast<uint8_t>(first);
          narrow += isNarrow(rig.sorter(config), config, 5003) ? 1 : 0;
          expectSorts(rig, config, inputsOf({4097, 5003}));
        }
      }
    }
    if (settingOf(rig, {.scratch = true}).is_software) CHECK(narrow > 100);
  });
}

}  // namespace test
