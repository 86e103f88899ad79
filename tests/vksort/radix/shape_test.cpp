// The shapes that a radix sort has on devices with other limits: kernels that fit them, for all sizes or for none.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "setting_on.h"
#include "sort/radix/interface.h"

namespace test {
namespace {

using vksort::radix::Offsets;

constexpr vksort::PlanDevice kWide{
    .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};

}  // namespace

TEST_CASE("radix_sorts_have_kernels_that_fit_the_device") {
  for (const vksort::Values values : {vksort::Values::none, vksort::Values::split}) {
    for (const uint32_t invocations : {128u, 256u, 512u, 1024u}) {
      for (const uint32_t shared : {8192u, 16384u, 24576u, 32768u, 49152u}) {
        for (const uint32_t subgroup : {4u, 8u, 16u, 32u, 64u, 128u}) {
          CAPTURE(invocations);
          CAPTURE(shared);
          CAPTURE(subgroup);
          for (const bool looks_back : {true, false}) {
            const vksort::radix::Setting setting =
                settingOn({invocations, shared, subgroup, 0, invocations}, values, looks_back);
            for (uint32_t i = 0; i < setting.shape_count; ++i) {
              const vksort::radix::Shape& shape = setting.shapes[i];
              CHECK((1u << shape.invocations_log2) <= invocations);
              CHECK((1u << shape.invocations_log2) >= subgroup);
              const bool too_many = subgroup < 32 && shape.most == vksort::radix::kMostElements;  // see below
              CHECK(shape.looksBack() == (looks_back && !too_many));
              CHECK(shape.elements % shape.parts == 0);
              // Few pairs are exchanged in two halves; more have no registers for all their values at once.
              const bool in_halves = shape.parts == 1 && shape.elements <= 8;
              if (in_halves) CHECK(shape.elements % 2 == 0);
              CHECK((1u << shape.counting_log2) <= invocations);
              CHECK((shape.counted_elements == 0) == !shape.countsAll());
              if (shape.counted_elements != 0) CHECK((1u << shape.counting_log2) >= subgroup);
              CHECK(shape.tile() < 1u << 16);  // two counts of a table share a word
              // The counters of each subgroup, or a part of the tile; offsets, and what a look-back counts.
              const uint32_t counters = 256 * ((1u << shape.invocations_log2) / subgroup);
              const uint32_t later = shape.offsets == vksort::radix::Offsets::by_first_table ? 768 + 2 : 0;
              CHECK((std::max(counters, shape.tile() / shape.parts) + 512 + later) * 4 <= shared);
            }
            const uint32_t count = setting.shape_count;
            const bool all = count == 0 || setting.shapes[count - 1].most == vksort::radix::kMostElements;
            CHECK(all);
            // Few subgroups have few counters.
            const bool is_small = looks_back && subgroup >= 64 && values == vksort::Values::none;
            if (subgroup >= 32) CHECK((count != 0) == (invocations >= 512 && shared >= (is_small ? 16384u : 24576u)));
          }
        }
      }
    }
    // 13 KiB and 21 KiB are enough for the smallest shapes.
    CHECK(settingOn({1024, 16384, 8, 0, 1024}, values).shape_count == 3);
    const uint32_t large = values == vksort::Values::none ? 1 : 2;  // of keys rows and all others are of one shape
    CHECK(settingOn({1024, 24576, 32, 0, 1024}, values).shape_count == 2 + large);
    CHECK((settingOn({1024, 21512, 32, 0, 1024}, values).shape_count > 0) == (values == vksort::Values::none));
    CHECK(settingOn({1024, 21511, 32, 0, 1024}, values).shape_count == 0);
    CHECK(settingOn({1024, 49152, 32, 0, 1024}, values).shape_count == 4 + large);
    CHECK(settingOn({1024, 32768, 32, 0, 1024}, values).shape_count == 2 + large);
    CHECK(settingOn({1024, 49152, 32, 0, 512}, values).shape_count == 2 + large);
    CHECK(settingOn({1024, 49152, 32, 0, 0}, values).shape_count == 0);
  }
}

// PathReport::unproven_kernel tells the first of the others.
TEST_CASE("every_shape_of_a_radix_sort_is_proven_by_a_sort_that_takes_it") {
  using vksort::radix::Role;
  constexpr uint32_t kMostTried = 1u << 20;
  using vksort::KeyType;
  using vksort::Ties;
  using vksort::Values;
  struct Carried {
    Values values;
    Ties ties;
    KeyType key_type = KeyType::u32;
  };
  // By value, and of wide keys, the smallest shapes of a GPU are taken by no sort.
  for (const auto& [values, ties, key_type] :
       {Carried{Values::none, Ties::value}, Carried{Values::split, Ties::any}, Carried{Values::split, Ties::value},
        Carried{Values::none, Ties::value, KeyType::u64}}) {
    for (const uint32_t subgroup : {4u, 8u, 16u, 32u, 128u, 0u}) {
      CAPTURE(subgroup);
      const bool looks_back = subgroup != 0;
      const vksort::radix::Setting setting =
          settingOn({1024, 49152, looks_back ? subgroup : 32, 0, 1024}, values, looks_back, ties, key_type);
      const auto nameOf = [](uint32_t shape) {
        return std::string(vksort::radix::nameOf(kernelOf(Role::pass, shape)));
      };
      vksort::ProofList list;
      addProofs(setting, list);
      std::set<uint32_t> proven;
      for (const vksort::Proof& proof : std::span(list.proofs, list.count)) {
        CHECK(proof.scratch);
        CHECK(proof.count <= kMostTried);
        REQUIRE(sorts(setting, proof.count));
        const uint32_t shape = setting.indexFor(proof.count);
        CHECK(nameOf(shape) == proof.kernel);
        CHECK(proof.count > 2 * setting.shapes[shape].tile());
        proven.insert(shape);
      }
      std::string first;
      for (uint32_t i = 0; i < setting.shape_count; ++i) {
        const bool taken = setting.shapes[i].most >= setting.fewest;
        const bool small = i == 0 || setting.shapes[i - 1].most < kMostTried;
        CHECK(proven.contains(i) == (taken && small));
        if (taken && !small && first.empty()) first = nameOf(i);
      }
      CHECK(first == (list.unproven ? list.unproven : ""));
      CHECK(proven.empty() == false);
    }
  }
}

// A unit is in one round of one workgroup, has all of a subgroup's elements or whole rows of them, and two of them or
// more are in a tile of the repair. What is counted by tiles is looked at once for each invocation, as the rest.
TEST_CASE("coherent_sorts_look_at_whole_units_of_what_they_count_at_once") {
  for (const vksort::Values values : {vksort::Values::none, vksort::Values::split}) {
    for (const vksort::Ties ties : {vksort::Ties::any, vksort::Ties::value}) {
      for (const uint32_t subgroup : {8u, 32u, 64u}) {
        for (const uint32_t tile_log2 : {8u, 11u, 12u}) {
          for (const bool looks_back : {true, false}) {
            const vksort::radix::Setting setting =
                settingOn({1024, 49152, subgroup, 0, 1024}, values, looks_back, ties, vksort::KeyType::u32, tile_log2);
            REQUIRE(setting.shape_count > 1);
            for (const vksort::radix::Shape& shape : std::span(setting.shapes, setting.shape_count)) {
              CAPTURE(shape.most);
              const uint32_t counted = shape.counted_elements << shape.counting_log2;
              const uint32_t round = counted != 0 ? counted : shape.tile(), unit = 1u << setting.unitLog2(shape);
              CHECK(round % unit == 0);
              CHECK(unit >= subgroup);
              CHECK(unit <= 1u << (tile_log2 - 1));
              CHECK((unit == 1u << (tile_log2 - 1) || round % (2 * unit) != 0));
              if (shape.offsets == Offsets::by_first_table) CHECK((shape.elements & (shape.elements - 1)) == 0);
              // They have room behind all copies, which other workgroups write meanwhile.
              const uint32_t n = std::min(shape.most, 1u << 22);
              const vksort::radix::Scratch scratch = scratchOf(setting, n);
              const uint32_t words = setting.value_digits != 0 ? 3 : 2;
              const uint32_t taken = 1u << setting.unitLog2(setting.shapeFor(n));
              CHECK(scratch.end - scratch.units >= std::uint64_t{(n + taken - 1) / taken} * words);
              const bool pairs = values != vksort::Values::none;
              const uint64_t copies = std::uint64_t{n} * (pairs ? 2 : 1) * setting.copies();
              CHECK(scratch.units >= scratch.copy + copies + (pairs ? 1 : 0));
            }
          }
        }
      }
    }
  }
}

// What counts tiles does not take turns where passes look back. Arguments are read, with a wait of 3 us on a GPU, where
// there may be more workgroups than run at once, and only there.
TEST_CASE("radix_sorts_are_given_workgroups_where_there_may_be_many") {
  for (const uint32_t subgroup : {4u, 8u, 16u, 32u}) {
    for (const bool looks_back : {true, false}) {
      for (const vksort::Ties ties : {vksort::Ties::any, vksort::Ties::value}) {
        const vksort::radix::Setting setting =
            settingOn({1024, 49152, subgroup, 0, 1024}, vksort::Values::split, looks_back, ties);
        REQUIRE(setting.shape_count > 1);
        for (uint32_t i = 0; i < setting.shape_count; ++i) {
          const vksort::radix::Shape& shape = setting.shapes[i];
          if (shape.offsets == Offsets::by_first_table)
            CHECK(shape.tilesOf(shape.most) <= VKSORT_RADIX_HISTOGRAM_GROUPS);
          const bool many = shape.tilesOf(shape.most) > 132;
          const bool is_of_rounds = shape.offsets == Offsets::by_rows || shape.most == vksort::radix::kMostElements;
          CHECK(many == (is_of_rounds || (looks_back && subgroup < 32 && i != 0)));
          for (const bool counted : {false, true}) {
            for (const bool coherent : {false, true}) {
              vksort::Mode mode{};
              mode.device_count = counted;
              mode.coherent = coherent;
              CHECK(setsUpArguments(mode, shape) == (many && counted && !coherent));
            }
          }
        }
      }
    }
  }
  vksort::SorterInfo info;
  CHECK(vksort::planPass(info, kWide, 1 << 22, 0, true).workgroups == VKSORT_RADIX_HISTOGRAM_GROUPS);
  info.values = vksort::Values::split;
  info.ties = vksort::Ties::any;
  vksort::PlanDevice device = kWide;
  device.max_storage_range = VkDeviceSize{1} << 30;
  CHECK(vksort::planPass(info, device, 1 << 24, 1, true).workgroups == VKSORT_RADIX_HISTOGRAM_GROUPS);
}

TEST_CASE("plans_the_bytes_of_radix_sorts_by_value") {
  constexpr uint32_t n = 1'000'000;
  vksort::SorterInfo info;
  info.values = vksort::Values::split;
  const uint64_t keys = uint64_t{n} * 4;
  for (const uint32_t bits : {8u, 20u, 32u}) {
    info.value_bits = bits;
    const uint64_t passes = 4 + std::max((bits + 7) / 8, 2u);  // one does not end where it begins
    const vksort::Plan plan = vksort::plan(info, kWide, n, true);
    CHECK(plan.bytes_written == passes * 2 * keys);
    CHECK(plan.bytes_read == 3 * keys + passes * 2 * keys);  // both are counted, and keys looked at for equal ones
    vksort::SorterInfo coherent = info;
    coherent.coherent = true;
    CHECK(vksort::plan(coherent, kWide, n, true).bytes_read == plan.bytes_read);
    CHECK(vksort::plan(coherent, kWide, n, true).bytes_written == plan.bytes_written);
  }
  vksort::SorterInfo wide;
  wide.key_type = vksort::KeyType::u64;
  wide.value_bits = 8;  // of which there are none
  CHECK(vksort::plan(wide, kWide, n, true).bytes_written == 8 * 2 * keys);
  CHECK(vksort::plan(wide, kWide, n, true).bytes_read == 3 * keys + 8 * 2 * keys);
  info.value_bits = 0;
  info.algorithm =
      vksort::Algorithm::radix_portable;  // counts the values in any case, and a word before each later pass
  CHECK(vksort::plan(info, kWide, n, true).bytes_read == 2 * keys + 7 * keys + 8 * 2 * keys);
  info.algorithm = vksort::Algorithm::automatic;
  info.ties = vksort::Ties::any;
  const vksort::Plan plan = vksort::plan(info, kWide, n, true);
  CHECK(plan.bytes_written == 4 * 2 * keys);
  CHECK(plan.bytes_read == keys + 4 * 2 * keys);
  for (const vksort::Algorithm algorithm : {vksort::Algorithm::automatic, vksort::Algorithm::radix_portable}) {
    vksort::SorterInfo made = info;
    made.values = vksort::Values::iota;
    made.algorithm = info.algorithm = algorithm;
    const vksort::Plan as_any = vksort::plan(info, kWide, n, true), as_iota = vksort::plan(made, kWide, n, true);
    CHECK(as_iota.bytes_written == as_any.bytes_written);
    CHECK(as_iota.bytes_read == as_any.bytes_read - keys);  // the first pass makes the values
  }
}

TEST_CASE("plans_name_the_passes_of_radix_sorts_and_say_how_many_workgroups_they_have") {
  vksort::PlanDevice device = kWide;
  device.max_storage_range = VkDeviceSize{1} << 30;
  const auto namesOf = [&device](const vksort::SorterInfo& info, uint32_t n) {
    std::string names;
    for (uint32_t i = 0; i < vksort::plan(info, device, n, true).dispatches; ++i)
      names += (i == 0 ? "" : " ") + std::string(vksort::planPass(info, device, n, i, true).name);
    return names;
  };
  vksort::SorterInfo info;
  CHECK(namesOf(info, 1 << 20) == "radix_count_tiles radix_first_pass radix_back radix_forth radix_back");
  CHECK(namesOf(info, 1 << 21) == "radix_histogram radix_forth radix_back radix_forth radix_back");
  info.key_bits = {0, 24};
  CHECK(namesOf(info, 1 << 20) == "radix_count_tiles radix_first_pass radix_across radix_back");
  CHECK(namesOf(info, 1 << 21) == "radix_histogram radix_forth radix_across radix_back");
  vksort::SorterInfo pairs = info;
  pairs.values = vksort::Values::split;
  pairs.ties = vksort::Ties::any;
  CHECK(namesOf(pairs, 1 << 23) == "radix_histogram radix_forth radix_across radix_back");
  CHECK(namesOf(pairs, 1 << 24) == "radix_set_up radix_histogram radix_forth radix_across radix_back");
  info.algorithm = vksort::Algorithm::radix_portable;
  CHECK(namesOf(info, 1 << 16) ==
        "radix_portable_count_tiles radix_portable_forth radix_portable_across radix_portable_back");
  CHECK(namesOf(info, 1 << 20) ==
        "radix_portable_count_tiles radix_portable_forth radix_portable_count_copy radix_portable_across "
        "radix_portable_count_copy radix_portable_back");
  info.key_bits = {0, 16};
  CHECK(namesOf(info, 1 << 21) ==
        "radix_portable_count_tiles radix_portable_sum radix_portable_forth radix_portable_count_copy "
        "radix_portable_sum radix_portable_back");

  vksort::SorterInfo by_value;
  by_value.values = vksort::Values::split;
  by_value.value_bits = 16;
  constexpr uint32_t n = 4'000'000;
  CHECK(namesOf(by_value, n) ==
        "radix_histogram radix_count_values radix_forth radix_back radix_forth radix_back radix_forth radix_back "
        "radix_runs");
  CHECK(vksort::planPass(by_value, kWide, n, 0, true).workgroups == VKSORT_RADIX_HISTOGRAM_GROUPS);
  CHECK(vksort::planPass(by_value, kWide, n, 1, true).workgroups == VKSORT_RADIX_HISTOGRAM_GROUPS);
  CHECK(vksort::planPass(by_value, kWide, n, 8, true).workgroups == (n + 511) / 512);
  by_value.coherent = true;
  CHECK(namesOf(by_value, n) ==
        "radix_histogram radix_count_values repair_tiles repair_seams radix_forth radix_back radix_forth radix_back "
        "radix_forth radix_back radix_runs");
  CHECK(vksort::planPass(by_value, kWide, n, 1, true).workgroups == VKSORT_RADIX_HISTOGRAM_GROUPS);
  by_value.coherent = false;
  by_value.count = vksort::Count::device;
  CHECK(vksort::planPass(by_value, kWide, n, 0, true).name == std::string("radix_set_up"));
  CHECK(vksort::planPass(by_value, kWide, n, 9, true).name == std::string("radix_runs"));
  CHECK(vksort::planPass(by_value, kWide, n, 9, true).workgroups == (n + 511) / 512);
}

// As all of their passes are taken then.
TEST_CASE("sorts_by_value_pay_later_where_none_looks_back") {
  const vksort::DeviceLimits limits{1024, 49152, 32, 0, 1024};
  const vksort::RecordLimits record_limits{64, 1ull << 32, 8, 65535};
  for (const bool looks_back : {true, false}) {
    vksort::SorterInfo info;
    info.values = vksort::Values::split;
    const uint32_t by_value = looks_back ? (1u << 17) + 1 : 1u << 20;
    CHECK(vksort::algorithmsFor(info, limits, record_limits, looks_back).radix.fewest == by_value);
    info.ties = vksort::Ties::any;
    CHECK(vksort::algorithmsFor(info, limits, record_limits, looks_back, false).radix.fewest == (1u << 13) + 1);
    info = {};
    info.key_type = vksort::KeyType::u64;
    CHECK(vksort::algorithmsFor(info, limits, record_limits, looks_back).radix.fewest == by_value);
  }
}

// Which is more than can be told of a tile.
TEST_CASE("radix_sorts_as_many_as_its_states_can_count_whatever_max_count_says") {
  vksort::SorterInfo info;
  vksort::PlanDevice device = kWide;
  device.max_storage_range = VkDeviceSize{1} << 34;
  constexpr uint32_t kMost = (1u << 28) - 1;  // as vksort.h says
  for (const uint32_t max_count : {0u, kMost, kMost + 1, ~0u}) {
    info.max_count = max_count;
    CHECK(std::string(vksort::planPass(info, device, kMost, 0, true).name) == "radix_histogram");
    CHECK_FALSE(std::string(vksort::planPass(info, device, kMost + 1, 0, true).name).starts_with("radix"));
  }
}

TEST_CASE("plans_no_radix_sort_of_more_than_can_be_bound") {
  constexpr uint32_t n = 1 << 20;
  const vksort::SorterInfo info;
  const uint32_t in_place = vksort::plan(info, kWide, n).dispatches;
  vksort::PlanDevice device = kWide;
  device.max_storage_range = VkDeviceSize{n} * 4;
  CHECK(vksort::plan(info, device, n, true).dispatches == in_place);
  device.max_storage_range = VkDeviceSize{n} * 8;
  CHECK(vksort::plan(info, device, n, true).dispatches < in_place);
  // From an offset on that is aligned as no device wants more: no word less will do.
  constexpr VkDeviceSize kMostAlignment = 256;
  const vksort::radix::Setting setting = settingOn({1024, 49152, 32, 0, 1024}, vksort::Values::none);
  const VkDeviceSize enough = scratchOf(setting, n).end * 4 + kMostAlignment;
  device.max_storage_range = enough;
  CHECK(vksort::plan(info, device, n, true).dispatches < in_place);
  device.max_storage_range = enough - 4;
  CHECK(vksort::plan(info, device, n, true).dispatches == in_place);
}

}  // namespace test
