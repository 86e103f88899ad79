// The table of shapes.
#include "tuning.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace test {
namespace {

using vksort::DeviceLimits;
using vksort::TuningNeeds;
using vksort::TuningRow;

// A device that has what the row needs, and no more.
DeviceLimits leastDevice(const TuningNeeds& needs) {
  return {needs.workgroup_invocations, needs.shared_memory_bytes, needs.subgroup_size, needs.vendor_id};
}

bool covers(const TuningNeeds& weak, const TuningNeeds& strong) {
  return weak.pairs == strong.pairs && (weak.vendor_id == 0 || weak.vendor_id == strong.vendor_id) &&
         weak.subgroup_size <= strong.subgroup_size && weak.workgroup_invocations <= strong.workgroup_invocations &&
         weak.shared_memory_bytes <= strong.shared_memory_bytes;
}

// What makes a row of the table useless, or nothing.
std::string unreachableRow(std::span<const TuningRow> table) {
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (covers(table[j].needs, table[i].needs))
        return "row " + std::to_string(j) + " takes all devices of row " + std::to_string(i);
  return {};
}

}  // namespace

TEST_CASE("tuning_table_has_a_device_for_each_row") {
  const std::span<const TuningRow> table = vksort::tuningTable();
  CHECK(unreachableRow(table) == "");
  for (const TuningRow& row : table) CHECK(&vksort::rowFor(leastDevice(row.needs), row.needs.pairs) == &row);
  // The check sees a row that another one hides.
  std::vector<TuningRow> planted(table.begin(), table.end());
  planted.push_back(planted.front());
  CHECK(unreachableRow(planted) != "");
}

TEST_CASE("tuning_table_serves_the_floor_and_what_meets_no_row") {
  for (const bool pairs : {false, true}) {
    const TuningRow& floor = vksort::rowFor({128, 16384, 0}, pairs);
    CHECK(&floor == &vksort::rowFor({0, 0, 0}, pairs));
    CHECK(floor.needs.pairs == pairs);
    CHECK(floor.needs.vendor_id == 0);
    // A vendor's row is for no other vendor.
    CHECK(vksort::rowFor({1024, 49152, 32, 0x10de}, pairs).needs.vendor_id == 0x10de);
    CHECK(vksort::rowFor({1024, 49152, 32, 0x1002}, pairs).needs.vendor_id == 0);
  }
}

TEST_CASE("tuning_adds_the_subgroup_of_the_device_to_the_row") {
  for (const bool pairs : {false, true}) {
    const vksort::Shape none = vksort::chooseTuning({1024, 49152, 0}, pairs);
    CHECK(none.subgroup_log2 == 0);
    CHECK(vksort::chooseTuning({1024, 49152, 2}, pairs).subgroup_log2 == 0);
    CHECK(vksort::chooseTuning({1024, 49152, 64}, pairs).subgroup_log2 == 6);
    const vksort::Shape wide = vksort::chooseTuning({1024, 49152, 128}, pairs);
    CHECK(none.smallest_merge_log2 < wide.smallest_merge_log2);
    CHECK(wide.smallest_merge_log2 == wide.registers_log2 + 7);
    CHECK(wide.short_tile_log2 == wide.registers_log2 + 7);
  }
}

}  // namespace test
