// Sorters with a small max_count sort every count.
#include <doctest/doctest.h>

#include "support/check/segment_check.h"
#include "support/device/call.h"

namespace test {

// Up to one workgroup, payloads are sorted stably in place.
TEST_CASE("sorts_each_count_of_few_pairs" * doctest::test_suite("one width")) {
  constexpr Config kFewPairs[] = {
      {.payload = kU32},
      {.key_type = kI32, .payload = kIndex, .push_descriptor = false},
      {.key_type = kU64, .payload = kInterleaved},
  };
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const Config& config : kFewPairs) {
      INFO(describe(config));
      SorterSetup setup = rig.setupOf(config);
      const vksort::bitonic::KernelSizes shape = rig.tuning(config);
      const uint32_t max_count = setup.info.max_count = 1u << shape.elementsLog2(shape.firstSort());
      const bool tests_itself = config.payload == vksort::Payload::u32;
      if (tests_itself) setup.creation.self_test = tested(rig, config).creation.self_test;
      const Attempt made = create(setup.get());
      CHECK_MESSAGE(made.result == VK_SUCCESS, made.reason);
      CHECK(vksort::getReport(made.sorter).self_tested == tests_itself);
      CHECK(vksort::plan(made.sorter, {.count = max_count}) == 1);
      std::vector<Input> inputs;
      for (uint32_t n = 1; n <= max_count; n = n < 256 ? n + 1 : n + 97)
        inputs.push_back({n, n % 3 == 0 ? Keys::entropy_3 : Keys::random, Payload::random, nextSeed()});
      for (const Keys keys : {Keys::sorted, Keys::reversed, Keys::equal, Keys::last})
        for (const uint32_t n : {max_count / 2, max_count / 2 + 1, max_count - 1, max_count})
          inputs.push_back({n, keys, Payload::random, nextSeed()});
      expectSorts(rig, made.sorter, config, inputs);
    }
  });
}

}  // namespace test
