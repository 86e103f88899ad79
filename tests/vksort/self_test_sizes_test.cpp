// What the self-test sorts, with each row of the table.
#include <doctest/doctest.h>

#include <algorithm>

#include "self_test_cases.h"
#include "tuning.h"

namespace test {

TEST_CASE("the_self_test_has_a_sort_for_every_kernel") {
  constexpr uint32_t kMost = 1 << 18;
  for (const vksort::TuningRow& row : vksort::tuningTable()) {
    for (const uint32_t subgroup : {0u, 4u, 32u, 64u, 128u}) {
      const vksort::DeviceLimits limits{row.needs.workgroup_invocations, row.needs.shared_memory_bytes, subgroup,
                                        row.needs.vendor_id};
      const vksort::Shape shape = vksort::shapeOn(limits, row.tuning);
      vksort::SelfTestSize sizes[vksort::kMaxSelfTestSizes];
      const uint32_t count = vksort::selfTestSizes(shape, sizes);
      uint32_t proven = 0, needed = 0, most = 0;
      for (uint32_t i = 0; i < count; ++i) {
        proven |= 1u << static_cast<uint32_t>(sizes[i].kernel);
        most = std::max(most, sizes[i].n);
        CHECK(sizes[i].n > 1);
      }
      vksort::Schedule schedule;
      for (uint32_t n = 2; n < kMost; n += 1 + n / 64) {
        vksort::buildSchedule(shape, n, schedule);
        for (uint32_t i = 0; i < schedule.count; ++i) needed |= 1u << static_cast<uint32_t>(schedule.passes[i].kernel);
      }
      CHECK(proven == needed);
      CHECK(most < kMost);
    }
  }
}

}  // namespace test
