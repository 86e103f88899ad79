// Kernels sort with subgroup sizes that no software driver supports, using emulated subgroups.
#include <doctest/doctest.h>

#include "support/check/conform.h"
#include "support/device/subgroups.h"
#include "support/skip.h"

namespace test {

// Exchanges between windows stay inside a subgroup.
TEST_CASE("sorts_tiles_in_subgroups_of_32_invocations" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!canEmulate(rig)) return skip(kCannotEmulate);
    const MockVulkan mock(emulated(32));
    const vksort::Sorter sorter = rig.makeSorter({});
    const std::vector<Input> inputs = inputsOf({513u, 1000u, 1024u});
    const Report report = expectSorts(rig, sorter, {}, inputs);
    CHECK(report.dispatches == inputs.size());
  });
}

TEST_CASE("radix_sorts_work_with_subgroups_of_32_to_128" * doctest::test_suite("one width")) {
  struct Emulated {
    uint32_t size;
    uint32_t shared_bytes;
    uint32_t n;
    Config config;
  };
  constexpr Emulated kEmulated[] = {
      // The largest shapes: they need less memory than most others, and sort more elements.
      {128, 18432, (132u << 11) + 1001, {.bit_count = 16, .scratch = true}},
      {64, 24576, (132u << 12) + 1001, {.bit_count = 16, .payload = kIndex, .scratch = true}},
      {32, 0, (1u << 16) + 1001, {.bit_count = 16, .scratch = true}},
      {32, 0, 20'003, {.payload = kU32, .ties = kByValue, .scratch = true}},
      {64, 0, 20'003, {.payload = kU32, .scratch = true}},
      {64, 0, 40'003, {.payload = kInterleaved, .scratch = true, .portable = true}},
      {32, 0, (1u << 19) + 1001, {.bit_count = 16, .scratch = true, .portable = true}},
      {32, 0, 20'003, {.key_type = kF32, .scratch = true}},
      {128, 0, 20'003, {.key_type = kU64, .payload = kInterleaved, .scratch = true}},
  };
  uint32_t row = 0;
  for (const auto& [size, shared_bytes, n, config] : kEmulated) {
    const uint32_t additions = row++ % 2;
    const std::string name = std::to_string(size) + ", " + describe(config);
    SUBCASE(name.c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        if (!canEmulate(rig)) return skip(kCannotEmulate);
        const MockVulkan mock(emulated(size, shared_bytes));
        vksort::Tuning tuning = rig.tuning(config);
        tuning.radix_additions = additions;
        SorterSetup setup = rig.setupOf(config);
        setup.tuning = tuning;
        const vksort::Sorter sorter = rig.makeSorter(config, setup);
        CHECK(sorter.scratchBytes(n) > 0);
        // Equal keys have the highest ranks.
        std::vector<Input> inputs;
        for (const Keys keys : {Keys::random, Keys::equal}) inputs.push_back({n, keys, Payload::random, nextSeed()});
        const Report report = expectSorts(rig, sorter, config, inputs);
        const vksort::PlanInfo info{
            .count = n, .scratch = true, .key_type = config.key_type, .significant_bits = bitsOf(config)};
        CHECK(report.dispatches == inputs.size() * vksort::plan(sorter, info));
      });
    }
  }
}

}  // namespace test
