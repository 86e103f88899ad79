// What the self-test sorts, with each row of the table.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "bitonic/proof.h"
#include "bitonic/tuning.h"
#include "self_test/cases.h"
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

namespace {

// What the self-test sorts: keys and split values, words of each.
struct Written {
  std::vector<uint32_t> keys, values;
};

Written written(const vksort::SorterInfo& info, vksort::Pattern pattern, uint32_t n) {
  const vksort::Ordering ordering{.key_type = info.key_type, .values = info.values};
  const uint32_t width = info.key_type == vksort::KeyType::u64 || info.values == vksort::Values::interleaved ? 2 : 1;
  Written out{std::vector<uint32_t>(std::size_t{width} * n), std::vector<uint32_t>(n)};
  for (uint32_t i = 0; i < n; ++i)
    vksort::writeSelfTestElement(ordering, vksort::promisesOf(info), pattern, i, n, out.keys.data(), out.values.data());
  return out;
}

}  // namespace

// Radix takes low words of wide keys for values, but nobody promises anything of them.
TEST_CASE("the_self_test_keeps_promises_of_values_where_there_are_some") {
  constexpr uint32_t n = 3000;
  for (const bool values : {true, false}) {
    vksort::SorterInfo info;
    info.ascending_values = true;
    info.value_bits = 9;
    info.key_type = values ? vksort::KeyType::u32 : vksort::KeyType::u64;
    info.values = values ? vksort::Values::interleaved : vksort::Values::none;
    const std::vector<uint32_t> words = written(info, vksort::Pattern::ties, n).keys;
    uint32_t above = 0, descents = 0, before = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t word = words[2 * i + (values ? 1 : 0)];
      above += word > 0xffffu ? 1 : 0;
      descents += word < before ? 1 : 0;
      before = word;
    }
    CHECK((above > n / 2) == !values);
    CHECK((descents > n / 4) == !values);
  }
  // A promise of all bits is none, and is tried as such.
  vksort::SorterInfo info;
  info.values = vksort::Values::split;
  for (const uint32_t bits : {0u, 32u}) {
    info.key_bits = {0, bits};
    info.value_bits = bits;
    CHECK(vksort::promisesOf(info).key_mask == ~0u);
    CHECK(vksort::promisesOf(info).value_mask == ~0u);
  }
  info.key_bits = {31, 1};
  info.value_bits = 31;
  CHECK(vksort::promisesOf(info).key_mask == 0x80000000u);
  CHECK(vksort::promisesOf(info).value_mask == 0x7fffffffu);
}

// Among them the largest, which padding is like; two long runs, so that one follows another; low words that decide.
TEST_CASE("the_self_test_has_equal_keys") {
  constexpr uint32_t n = 10'000;
  const std::vector<uint32_t> ties = written({}, vksort::Pattern::ties, n).keys;
  CHECK(std::ranges::count(ties, ~0u) > n / 16);
  CHECK(std::set<uint32_t>(ties.begin(), ties.end()).size() == 8);
  std::vector<uint32_t> clumped = written({}, vksort::Pattern::clumps, n).keys;
  std::ranges::sort(clumped);
  uint32_t clumps = 0;
  for (uint32_t begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && clumped[end] == clumped[begin]) ++end;
    clumps += end - begin > n / 100 ? 1 : 0;
  }
  CHECK(clumps == 2);
  vksort::SorterInfo wide;
  wide.key_type = vksort::KeyType::u64;
  wide.values = vksort::Values::split;
  const std::vector<uint32_t> words = written(wide, vksort::Pattern::ties, n).keys;
  std::set<uint32_t> highs, lows;
  for (uint32_t i = 0; i < n; ++i) {
    lows.insert(words[2 * i]);
    highs.insert(words[2 * i + 1]);
  }
  CHECK(highs.size() == 8);
  CHECK(lows.size() == 2);
}

}  // namespace test
