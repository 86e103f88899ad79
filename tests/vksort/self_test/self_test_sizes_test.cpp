// What the self-test sorts, with each row of the table.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "bitonic/proof.h"
#include "bitonic/tuning.h"
#include "support/oracle/steps.h"

namespace test {

TEST_CASE("the_self_test_has_a_sort_for_every_kernel") {
  constexpr uint32_t kMost = 1 << 20;
  for (const vksort::TuningRow& row : vksort::tuningTable()) {
    for (const uint32_t subgroup : {0u, 4u, 32u, 64u, 128u}) {
      const vksort::DeviceLimits limits{row.needs.workgroup_invocations, row.needs.shared_memory_bytes, subgroup,
                                        row.needs.vendor_id};
      const vksort::Shape shape = vksort::shapeOn(limits, row.tuning);
      vksort::ProofList list;
      vksort::bitonic::addProofs({{}, shape, 65535}, list);
      std::set<std::string> proven, needed;
      uint32_t most = 0;
      for (uint32_t i = 0; i < list.count; ++i) {
        proven.insert(list.proofs[i].kernel);
        most = std::max(most, list.proofs[i].count);
        CHECK(list.proofs[i].count > 1);
      }
      Schedule schedule;
      for (uint64_t n = 2; n < uint64_t{1} << 32; n += 1 + n / 64) {
        buildSchedule(shape, static_cast<uint32_t>(n), schedule);
        for (uint32_t i = 0; i < schedule.count; ++i) needed.insert(vksort::nameOf(schedule.passes[i].kernel));
      }
      CHECK(proven == needed);
      CHECK(list.unproven == nullptr);
      CHECK(most < kMost);
    }
  }
}

TEST_CASE("the_self_test_names_a_kernel_that_only_large_sorts_run") {
  vksort::Shape shape = vksort::chooseTuning({128, 16384, 0}, vksort::Element::key);
  shape.tile_log2 = shape.smallest_merge_log2 = shape.merge_log2 = 13;
  for (uint32_t& size : shape.global_log2) size = 13;
  vksort::ProofList list;
  vksort::bitonic::addProofs({{}, shape, 65535}, list);
  REQUIRE(list.unproven != nullptr);
  CHECK(std::string(list.unproven) == "global_long_4");
}

}  // namespace test
