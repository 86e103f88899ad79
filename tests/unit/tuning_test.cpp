// The table only contains possible tunings, and tunings that do not fit are rejected.
#include <doctest/doctest.h>

#include <cstring>
#include <map>

#include "decide/decide.h"
#include "support/device/call.h"
#include "support/oracle/inputs.h"
#include "support/oracle/tunings.h"
#include "vksort.h"

namespace test {
namespace {

using vksort::DeviceClass;
using vksort::DeviceLimits;
using vksort::Element;
using vksort::Tuning;

std::map<std::string, std::vector<uint32_t>> badValues(const Tuning& good, Element element) {
  const uint32_t r = good.registers_log2, tile = good.tile_log2, huge = 0xffffffffu;
  std::map<std::string, std::vector<uint32_t>> bad = {{"registers_log2", {0, r - 1, r + 1, huge}},
                                                      {"tile_log2", {0, r + 6, r + 10, 31, 32, huge}},
                                                      {"small_log2", {1, 3, 11, 32, huge}},
                                                      {"medium_log2", {1, 8, huge}},
                                                      {"large_log2", {1, 8, huge}},
                                                      {"double_tiles", {2, huge}},
                                                      {"smallest_merge_log2", {0, tile - 3, tile + 1, huge}},
                                                      {"merge_log2", {0, good.smallest_merge_log2 - 1, tile + 1, huge}},
                                                      {"radix_from", {1u << 28, huge}},
                                                      {"scratch_log2", {1, 5, 12, huge}},
                                                      {"rank_shapes[].max_count", {1, 1000, 1u << 22, huge}},
                                                      {"rank_shapes[].invocations_log2", {0, 4, 11, huge}},
                                                      {"radix_shapes[].max_count", {1u << 27, huge}},
                                                      {"radix_shapes[].invocations_log2", {0, 4, 11, huge}},
                                                      {"radix_shapes[].elements", {0, 1, 17, huge}},
                                                      {"radix_shapes[].parts", {0, 3, huge}},
                                                      {"radix_additions", {2, huge}},
                                                      {"concurrent_workgroups", {0, 131, 1025, huge}}};
  for (uint32_t i = 0; i < 6; ++i) bad["global_log2[" + std::to_string(i) + "]"] = {1, r + 4, tile + 1, huge};
  if (element == Element::triple) bad["rank_shapes[].invocations_log2"] = {};
  if (element != Element::key) bad["radix_shapes[].parts"].push_back(2);
  if (element == Element::key) {  // others must have none
    bad["medium_log2"] = {1, 5, good.small_log2, tile + 1, huge};
    bad["large_log2"] = {1, 5, good.medium_log2, tile + 1, huge};
  }
  return bad;
}

SorterSetup setupOf(Element element) {
  SorterSetup setup;
  setup.info.key_bits = element == Element::triple ? 64 : 32;
  setup.info.payload = element == Element::key ? vksort::Payload::none : vksort::Payload::index;
  return setup;
}

bool isPossible(const Tuning& tuning, const DeviceLimits& limits, Element element) {
  return vksort::isPossible(tuning, vksort::configurationOf(setupOf(element).get()), limits);
}

std::vector<SorterSetup> setupsOf(Element element) {
  std::vector<SorterSetup> setups;
  for (const vksort::Algorithm algorithm : {vksort::Algorithm::automatic, vksort::Algorithm::radix_portable}) {
    setups.push_back(setupOf(element));
    setups.back().creation.algorithm = algorithm;
    if (element != Element::pair) continue;
    setups.push_back(setups.back());
    setups.back().info.payload = kU32;
    setups.back().info.ties = kByValue;
    setups.push_back(setupOf(Element::key));
    setups.back().info.key_bits = 64;
  }
  return setups;
}

Tuning tuningOn(const DeviceLimits& limits, const SorterSetup& setup) {
  constexpr vksort::RecordLimits kRecord{64, 1ull << 32, 8, 65535};
  return vksort::algorithmsFor(vksort::configurationOf(setup.get()), limits, kRecord).bitonic.shape;
}

}  // namespace

TEST_CASE("devices_belong_to_the_class_of_their_vendor") {
  const std::span<const DeviceClass> classes = vksort::deviceClasses();
  for (const DeviceClass& each : classes) {
    CAPTURE(each.name);
    for (const uint32_t subgroup : {0u, 4u, 128u})
      CHECK(&vksort::classOf({1024, 49152, subgroup, each.vendor_id, 0, each.is_software}) == &each);
  }
  CHECK(&vksort::classOf({1024, 49152, 16, 0x1234}) == &classes.back());
  CHECK(vksort::classOf({1024, 49152, 16, 0x10de, 0, true}).is_software);
  CHECK_FALSE(vksort::classOf({1024, 49152, 4, 0x1234}).is_software);
}

TEST_CASE("tuning_includes_the_subgroup_size_of_the_device") {
  for (const Element element : kElements) {
    const vksort::bitonic::KernelSizes none = vksort::bitonic::chooseTuning({1024, 49152, 0}, element);
    CHECK(none.subgroup_log2 == 0);
    CHECK(vksort::bitonic::chooseTuning({1024, 49152, 2}, element).subgroup_log2 == 0);
    CHECK(vksort::bitonic::chooseTuning({1024, 49152, 64}, element).subgroup_log2 == 6);
    const vksort::bitonic::KernelSizes wide = vksort::bitonic::chooseTuning({1024, 49152, 128}, element);
    CHECK(none.smallest_merge_log2 <= wide.smallest_merge_log2);
    CHECK(wide.smallest_merge_log2 == wide.registers_log2 + 7);
    CHECK(wide.global_log2[0] == wide.registers_log2 + 7);
    // A tile is smaller than a subgroup.
    CHECK(vksort::bitonic::chooseTuning({128, 16384, 128}, element).subgroup_log2 == 7);
  }
}

TEST_CASE("tunings_of_all_classes_are_possible_on_every_device") {
  for (const DeviceClass& of : vksort::deviceClasses()) {
    CAPTURE(of.name);
    for (const uint32_t invocations : {128u, 192u, 256u, 512u, 1024u})
      for (const uint32_t shared : {16384u, 17408u, 18432u, 32768u, 49152u, 65536u})
        for (const uint32_t subgroup : {0u, 4u, 8u, 16u, 32u, 64u, 128u})
          for (const uint32_t counting : {0u, invocations}) {
            CAPTURE(invocations);
            CAPTURE(shared);
            CAPTURE(subgroup);
            const DeviceLimits limits{invocations, shared, subgroup, of.vendor_id, counting, of.is_software};
            for (const Element element : kElements)
              for (const SorterSetup& setup : setupsOf(element))
                CHECK(vksort::isPossible(tuningOn(limits, setup), vksort::configurationOf(setup.get()), limits));
          }
  }
}

TEST_CASE("tuning_with_a_bad_member_is_not_possible") {
  for (const Element element : kElements) {
    const Tuning good = vksort::classOf({1024, 49152, 32, 0x10de}).tuning(element);
    REQUIRE(isPossible(good, kAmple, element));
    CHECK_FALSE(isPossible(good, kAmple, element == Element::key ? Element::pair : Element::key));
    std::map<std::string, std::vector<uint32_t>> bad_values = badValues(good, element);
    for (const TuningField& field : tuningFields()) {
      CAPTURE(field.name);
      for (const uint32_t value : bad_values[field.name]) {
        Tuning bad = good;
        field.of(bad) = value;
        CHECK_FALSE(isPossible(bad, kAmple, element));
      }
    }
    Tuning largest = good;
    largest.tile_log2 = largest.smallest_merge_log2 = largest.merge_log2 = largest.registers_log2 + 9;
    CHECK_FALSE(isPossible(largest, kAmple, element));  // the largest tile cannot be doubled
    largest.double_tiles = 0;
    CHECK(isPossible(largest, kAmple, element));
    if (element != Element::key) continue;
    // The largest tile has one stage more than the module.
    for (uint32_t Tuning::*const member : {&Tuning::medium_log2, &Tuning::large_log2}) {
      largest.medium_log2 = largest.large_log2 = 0;
      largest.*member = 12;
      CHECK(isPossible(largest, kAmple, element));
      largest.*member = 13;
      CHECK_FALSE(isPossible(largest, kAmple, element));
    }
  }
}

TEST_CASE("tuning_that_does_not_fit_the_device_is_not_possible") {
  struct Row {
    Element element;
    const char* member;
    uint32_t value;
    DeviceLimits fits, lacks;
  };
  const Row kRows[] = {
      {Element::key, "tile_log2", 0, {128, 8704, 0}, {127, 8704, 0}},
      {Element::key, "tile_log2", 0, {128, 8704, 0}, {128, 8703, 0}},
      {Element::pair, "tile_log2", 0, {128, 9216, 0}, {128, 9215, 0}},
      {Element::key, "small_log2", 10, {256, 8704, 0}, {255, 8704, 0}},
      {Element::key, "small_log2", 6, {128, 8704, 16}, {128, 8704, 32}},
      {Element::key, "medium_log2", 11, {256, 9216, 0}, {256, 9215, 0}},
      {Element::key, "large_log2", 11, {256, 9216, 0}, {255, 9216, 0}},
      {Element::key, "scratch_log2", 10, {256, 8704, 0}, {255, 8704, 0}},
      {Element::pair, "scratch_log2", 10, {256, 10240, 0}, {256, 10239, 0}},
      {Element::key, "double_tiles", 1, {256, 17408, 0}, {256, 17407, 0}},
      {Element::pair, "double_tiles", 1, {256, 18432, 0}, {255, 18432, 0}},
      {Element::pair, "smallest_merge_log2", 0, {128, 16384, 64}, {128, 16384, 128}},
      {Element::pair, "global_log2[0]", 8, {128, 16384, 32}, {128, 16384, 64}},
  };
  for (const auto& [element, member, value, fits, lacks] : kRows) {
    CAPTURE(member);
    Tuning tuning = vksort::bitonic::chooseTuning({128, 16384, 0}, element);
    tuning.small_log2 = tuning.medium_log2 = tuning.scratch_log2[0] = tuning.scratch_log2[1] = 0;
    tuning.rank_shapes[0].max_count = 0;
    tuning.rank_shapes[1].max_count = tuning.rank_shapes[2].max_count = 0;
    for (const TuningField& field : tuningFields())
      if (field.name == member && value != 0) field.of(tuning) = value;
    CHECK(isPossible(tuning, fits, element));
    CHECK_FALSE(isPossible(tuning, lacks, element));
  }
}

// Workgroups of 1024 that merge 98304 elements, and that move 8192 keys and count 3 later digits.
TEST_CASE("rejects_tunings_whose_shapes_do_not_fit_the_device") {
  const DeviceLimits fits{1024, 49152, 32, 0x10de, 1024};
  const Tuning tuning = vksort::classOf(fits).tuning(Element::key);
  CHECK(isPossible(tuning, fits, Element::key));
  CHECK_FALSE(isPossible(tuning, {1023, 49152, 32, 0x10de, 1023}, Element::key));
  CHECK_FALSE(isPossible(tuning, {1024, 49151, 32, 0x10de, 1024}, Element::key));
  Tuning radix = tuning;
  radix.rank_shapes[1] = radix.rank_shapes[2] = {};
  const DeviceLimits enough{1024, (8192 + 3 * 256 + 512) * 4, 32, 0x10de, 1024};
  CHECK(isPossible(radix, enough, Element::key));
  CHECK_FALSE(isPossible(radix, {1024, enough.shared_memory_bytes - 1, 32, 0x10de, 1024}, Element::key));
  CHECK_FALSE(isPossible(radix, {1024, 49152, 32, 0x10de, 1023}, Element::key));
  CHECK(isPossible(radix, {1024, 49152, 32, 0x10de, 0}, Element::key));  // the radix sort cannot run
  CHECK_FALSE(isPossible(tuning, {1024, 1u << 17, 16, 0x10de, 1024, true}, Element::key));
}

}  // namespace test
