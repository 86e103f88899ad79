// Sorts in scratch memory only access their arguments. Adjacent pages are inaccessible.
#include <doctest/doctest.h>

#if defined(__unix__)
#include "support/check/fenced_sorts.h"
#include "support/skip.h"
#include "support/variants/variants.h"

namespace test {
namespace {

using vksort::Ties;

constexpr Config kFencedScratchConfigs[] = {
    {.scratch = true},
    {.key_type = kF32, .payload = kIndex, .scratch = true, .push_descriptor = false},
    {.bit_count = 24, .payload = kU32, .scratch = true},
    {.mode = Mode::indirect, .payload = kInterleaved, .ties = kAnyTies, .scratch = true},
    {.payload = kU32, .ties = kByValue, .scratch = true},
    {.key_type = kU64, .mode = Mode::indirect, .scratch = true},
    {.key_type = kU64, .mode = Mode::indirect, .payload = kU32, .ties = kAnyTies, .scratch = true},
    {.key_type = kU64, .payload = kInterleaved, .scratch = true},
    {.mode = Mode::indirect, .payload = kInterleaved, .ties = kByValue, .scratch = true, .portable = true},
    {.first_bit = 16,
     .bit_count = 16,
     .mode = Mode::indirect,
     .payload = kIndex,
     .discard_keys = true,
     .scratch = true},
    {.key_type = kU64, .payload = kU32, .discard_keys = true, .scratch = true},
    {.scratch = true, .rank = true},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .scratch = true, .rank = true},
    {.payload = kInterleaved, .ties = kAnyTies, .scratch = true, .rank = true},
};

bool ordersEqualKeys(const Config& config) {
  const bool has_payload = config.payload == vksort::Payload::u32 || config.payload == vksort::Payload::interleaved;
  return wideKeys(config) || (has_payload && config.ties == Ties::by_value);
}

std::vector<FencedSort> sortsOf(const Config& config) {
  std::vector<FencedSort> sorts;
  for (const uint32_t n : {2u, 61u, 129u, 1027u, 4096u, 5003u}) {
    if (config.rank && n != 1027 && n != 5003) continue;
    sorts.push_back({.n = n});
    if (n > 1000 && ordersEqualKeys(config))
      sorts.push_back({.n = n, .keys = n > 5000 ? Keys::equal : Keys::clumps, .reach = 90});
    if (config.mode != Mode::indirect) continue;
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

TEST_CASE("sorts_in_scratch_memory_only_access_their_arguments" * doctest::test_suite("one width")) {
  for (const Config& config : kFencedScratchConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canFence(rig)) return skip("the device does not use pages of the host");
        expectNothingOutside(rig, config);
      });
    }
  }
}

// Tiles move twice if additions have a different order.
TEST_CASE("tiles_that_move_twice_only_access_their_arguments" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    for (const bool pairs : {false, true}) {
      const char* module = pairs ? "radix_pass_words" : "radix_pass_word";
      const Config config{
          .payload = pairs ? vksort::Payload::u32 : vksort::Payload::none, .ties = kAnyTies, .scratch = true};
      expectNothingOutside(rig, config, planted(variantOf("adds_turned", module)));
    }
  });
}

}  // namespace test

#endif
