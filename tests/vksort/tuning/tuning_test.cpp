// The table of shapes, and the check of a shape, without a device.
#include <doctest/doctest.h>

#include "support/oracle/tunings.h"

namespace test {
namespace {

using vksort::DeviceLimits;
using vksort::Element;
using vksort::Tuning;
using vksort::TuningNeeds;
using vksort::TuningRow;

// A device that has what the row needs, and no more.
DeviceLimits leastDevice(const TuningNeeds& needs) {
  return {needs.workgroup_invocations, needs.shared_memory_bytes, needs.subgroup_size, needs.vendor_id};
}

bool covers(const TuningNeeds& weak, const TuningNeeds& strong) {
  return weak.element == strong.element && (weak.vendor_id == 0 || weak.vendor_id == strong.vendor_id) &&
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

// A change of one member that the check must refuse, and what it says.
struct BadMember {
  uint32_t Tuning::*member;  // null: global_log2[global]
  uint32_t value;
  const char* said;
  uint32_t global = 0;
};

std::vector<BadMember> badMembers(const Tuning& good, Element element) {
  const uint32_t r = good.registers_log2, tile = good.tile_log2;
  std::vector<BadMember> bad;
  const auto add = [&](uint32_t Tuning::*member, std::initializer_list<uint32_t> values, const char* said) {
    for (const uint32_t value : values) bad.push_back({member, value, said});
  };
  const uint32_t huge = 0xffffffffu;
  add(&Tuning::registers_log2, {0, r - 1, r + 1, huge},
      element == Element::key ? "registers_log2 must be 4" : "registers_log2 must be 3");
  add(&Tuning::tile_log2, {0, r + 6, r + 10, 31, 32, huge}, "tile_log2 must be");
  add(&Tuning::small_log2, {1, 3, 11, 32, huge}, "small_log2 must be 0 or 4 .. 10");
  if (element != Element::key) {
    add(&Tuning::medium_log2, {1, 8, huge}, "medium_log2 must be 0 for elements of more than one word");
    add(&Tuning::large_log2, {1, 8, huge}, "large_log2 must be 0 for elements of more than one word");
  } else {
    add(&Tuning::medium_log2, {1, 5, good.small_log2, tile + 1, huge},
        "medium_log2 must be 0 or 6 .. 12, up to tile_log2");
    add(&Tuning::large_log2, {1, 5, good.medium_log2, tile + 1, huge},
        "large_log2 must be 0 or 6 .. 12, up to tile_log2");
  }
  add(&Tuning::double_tiles, {2, huge}, "double_tiles must be 0 or 1");
  add(&Tuning::smallest_merge_log2, {0, tile - 3, tile + 1, huge}, "smallest_merge_log2 must be tile_log2 - 2");
  add(&Tuning::merge_log2, {0, good.smallest_merge_log2 - 1, tile + 1, huge}, "merge_log2 must be");
  constexpr const char* kGlobals[] = {"global_log2[0] must be", "global_log2[1] must be", "global_log2[2] must be",
                                      "global_log2[3] must be", "global_log2[4] must be", "global_log2[5] must be"};
  for (uint32_t i = 0; i < 6; ++i)
    for (const uint32_t value : {1u, r + 4, tile + 1, huge}) bad.push_back({nullptr, value, kGlobals[i], i});
  add(&Tuning::subgroup_sort, {2, huge}, "subgroup_sort must be");
  return bad;
}

std::string complaint(const Tuning& tuning, const DeviceLimits& limits, Element element) {
  const char* said = vksort::bitonic::complaintAbout(tuning, limits, element);
  return said ? said : "";
}

}  // namespace

TEST_CASE("tuning_table_has_a_device_for_each_row") {
  const std::span<const TuningRow> table = vksort::tuningTable();
  CHECK(unreachableRow(table) == "");
  for (const TuningRow& row : table) CHECK(&vksort::rowFor(leastDevice(row.needs), row.needs.element) == &row);
  // The check sees a row that another one hides.
  std::vector<TuningRow> planted(table.begin(), table.end());
  planted.push_back(planted.front());
  CHECK(unreachableRow(planted) != "");
}

TEST_CASE("tuning_table_serves_the_floor_and_what_meets_no_row") {
  for (const Element element : kElements) {
    const vksort::DeviceLimits least{128, 16384, 0};
    const TuningRow& floor = vksort::rowFor(least, element);
    CHECK(&floor == &vksort::rowFor({0, 0, 0}, element));
    CHECK(floor.needs.element == element);
    CHECK(floor.needs.vendor_id == 0);
    // A vendor's row is for no other vendor.
    CHECK(vksort::rowFor({1024, 49152, 32, 0x10de}, element).needs.vendor_id ==
          (element == Element::triple ? 0u : 0x10deu));
    CHECK(vksort::rowFor({1024, 49152, 32, 0x1002}, element).needs.vendor_id == 0);
  }
}

TEST_CASE("tuning_adds_the_subgroup_of_the_device_to_the_row") {
  for (const Element element : kElements) {
    const vksort::Shape none = vksort::chooseTuning({1024, 49152, 0}, element);
    CHECK(none.subgroup_log2 == 0);
    CHECK(vksort::chooseTuning({1024, 49152, 2}, element).subgroup_log2 == 0);
    CHECK(vksort::chooseTuning({1024, 49152, 64}, element).subgroup_log2 == 6);
    const vksort::Shape wide = vksort::chooseTuning({1024, 49152, 128}, element);
    CHECK(none.smallest_merge_log2 <= wide.smallest_merge_log2);
    CHECK(wide.smallest_merge_log2 == wide.registers_log2 + 7);
    CHECK(wide.global_log2[0] == wide.registers_log2 + 7);
    // Where a tile is less than a subgroup of invocations.
    CHECK(vksort::chooseTuning({128, 16384, 128}, element).subgroup_log2 == 7);
  }
}

TEST_CASE("tuning_table_holds_nothing_that_its_check_refuses") {
  for (const TuningRow& row : vksort::tuningTable()) {
    for (const uint32_t subgroup : {0u, 4u, 32u, 64u, 128u}) {
      DeviceLimits limits = leastDevice(row.needs);
      limits.subgroup_size = std::max(limits.subgroup_size, subgroup);
      CHECK(complaint(vksort::shapeOn(limits, row.tuning), limits, row.needs.element) == "");
    }
    // The needs say no more than the shape does.
    DeviceLimits fewer = leastDevice(row.needs), smaller = fewer;
    fewer.workgroup_invocations = 64;
    smaller.shared_memory_bytes = 4096;
    CHECK(complaint(row.tuning, fewer, row.needs.element) != "");
    CHECK(complaint(row.tuning, smaller, row.needs.element) != "");
  }
}

TEST_CASE("tuning_check_names_the_member_and_what_is_allowed") {
  for (const Element element : kElements) {
    const Tuning good = vksort::rowFor({512, 49152, 0}, element).tuning;
    REQUIRE(complaint(good, kAmple, element) == "");
    CHECK(complaint(good, kAmple, element == Element::key ? Element::pair : Element::key)
              .find("registers_log2 must be") != std::string::npos);
    for (const BadMember& each : badMembers(good, element)) {
      Tuning bad = good;
      (each.member ? bad.*each.member : bad.global_log2[each.global]) = each.value;
      CHECK(complaint(bad, kAmple, element).find(each.said) != std::string::npos);
    }
    Tuning bad = good;
    bad.double_tiles = 1;
    bad.tile_log2 = bad.registers_log2 + 9;
    bad.smallest_merge_log2 = bad.tile_log2;
    CHECK(complaint(bad, kAmple, element).find("double_tiles must be 0 where") != std::string::npos);
    if (element != Element::key) continue;
    // The largest tile has a stage more than the module of these has.
    bad.double_tiles = 0;
    bad.merge_log2 = bad.tile_log2;
    for (uint32_t Tuning::*const member : {&Tuning::medium_log2, &Tuning::large_log2}) {
      bad.medium_log2 = bad.large_log2 = 0;
      bad.*member = 12;
      CHECK(complaint(bad, kAmple, element) == "");
      bad.*member = 13;
      CHECK(complaint(bad, kAmple, element).find("_log2 must be 0 or 6 .. 12, up to tile_log2") != std::string::npos);
    }
  }
}

// Each kernel in turn is the one that asks for more than there is.
TEST_CASE("tuning_check_names_the_member_that_does_not_fit_the_device") {
  const auto expect = [](Element element, auto edit, const DeviceLimits& fits, const DeviceLimits& lacks,
                         const char* said) {
    Tuning tuning = vksort::rowFor({128, 16384, 0}, element).tuning;
    tuning.small_log2 = tuning.medium_log2 = 0;
    edit(tuning);
    CHECK(complaint(tuning, fits, element) == "");
    CHECK(complaint(tuning, lacks, element) ==
          std::string("SorterInfo::tuning: ") + said + " does not fit the device's workgroups");
  };
  const auto nothing = [](Tuning&) {};
  expect(Element::key, nothing, {128, 8704, 0}, {127, 8704, 0}, "tile_log2");
  expect(Element::key, nothing, {128, 8704, 0}, {128, 8703, 0}, "tile_log2");
  expect(Element::pair, nothing, {128, 9216, 0}, {128, 9215, 0}, "tile_log2");
  expect(
      Element::key, [](Tuning& t) { t.small_log2 = 10; }, {256, 8704, 0}, {255, 8704, 0}, "small_log2");
  expect(
      Element::key, [](Tuning& t) { t.small_log2 = 6; }, {128, 8704, 16}, {128, 8704, 32}, "small_log2");
  expect(
      Element::key, [](Tuning& t) { t.medium_log2 = 11; }, {256, 9216, 0}, {256, 9215, 0}, "medium_log2");
  expect(
      Element::key, [](Tuning& t) { t.large_log2 = 11; }, {256, 9216, 0}, {255, 9216, 0}, "large_log2");
  expect(
      Element::key, [](Tuning& t) { t.double_tiles = 1; }, {256, 17408, 0}, {256, 17407, 0}, "double_tiles");
  expect(
      Element::pair, [](Tuning& t) { t.double_tiles = 1; }, {256, 18432, 0}, {255, 18432, 0}, "double_tiles");
  expect(Element::pair, nothing, {128, 16384, 64}, {128, 16384, 128}, "smallest_merge_log2");
  expect(
      Element::pair, [](Tuning& t) { t.global_log2[0] = 8; }, {128, 16384, 32}, {128, 16384, 64}, "global_log2[0]");
}

}  // namespace test
