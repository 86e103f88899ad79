// What the kernels of a radix sort are made for, by what each does: constants, and how soon they are made.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "setting_on.h"
#include "sort/radix/interface.h"

namespace test {
namespace {

using vksort::radix::Offsets;

}  // namespace

// The sooner a tile is told, the less do others wait, but for what nobody waits for; and where values follow their keys
// there are too few registers for it. Without look-back keys are counted first for their registers.
TEST_CASE("radix_passes_count_their_tile_before_they_rank_it_where_others_wait_for_it") {
  using vksort::radix::Role, vksort::radix::Shape;
  const auto told_first = [](const vksort::radix::Setting& setting, Role role, uint32_t shape) {
    return sourceOf(setting, kernelOf(role, shape), nullptr).constants[VKSORT_RADIX_TELLS_FIRST] != 0;
  };
  for (const bool looks_back : {true, false}) {
    for (const vksort::Values values : {vksort::Values::none, vksort::Values::split, vksort::Values::interleaved}) {
      for (const vksort::Ties ties : {vksort::Ties::any, vksort::Ties::value}) {
        for (const vksort::KeyType key : {vksort::KeyType::u32, vksort::KeyType::u64}) {
          if (key == vksort::KeyType::u64 && values != vksort::Values::none) continue;  // not by radix
          for (const bool coherent : {false, true}) {
            const bool keys = values == vksort::Values::none && key == vksort::KeyType::u32;
            vksort::radix::Setting setting =
                settingOn({1024, 49152, 32, 0, 1024}, values, looks_back, ties, key, coherent ? 12 : 0);
            REQUIRE(setting.shape_count > 1);
            for (const bool counted : {false, true}) {
              setting.configuration.mode.device_count = counted;
              for (uint32_t i = 0; i < setting.shape_count; ++i) {
                const bool large = setting.shapes[i].hasArguments();
                CHECK(told_first(setting, Role::pass, i) == (keys || (looks_back && !large)));
                CHECK_FALSE(told_first(setting, Role::first_pass, i));
              }
            }
          }
        }
      }
    }
  }
  // Software's have two parts.
  const vksort::radix::Setting narrow = settingOn({1024, 49152, 8, 0, 1024}, vksort::Values::split);
  for (uint32_t i = 0; i < narrow.shape_count; ++i)
    CHECK(told_first(narrow, Role::pass, i) == (narrow.shapes[i].looksBack() && narrow.shapes[i].parts == 1));
  const auto moves_pairs = [](uint32_t elements, uint32_t parts) {
    return Shape{0, 8, elements, parts, Offsets::by_look_back}.movesPairs();
  };
  CHECK((moves_pairs(8, 1) && moves_pairs(2, 1)));
  CHECK_FALSE((moves_pairs(8, 2) || moves_pairs(7, 1) || moves_pairs(10, 1)));
}

// As much as the shaders use of arrays in shared memory, by what else they are told.
TEST_CASE("radix_kernels_are_told_how_much_shared_memory_they_use") {
  using vksort::radix::Role;
  uint32_t counting = 0, looking = 0;
  for (const uint32_t subgroup : {4u, 8u, 16u, 32u, 64u}) {
    for (const bool looks_back : {true, false}) {
      for (const vksort::Values values : {vksort::Values::none, vksort::Values::split}) {
        for (const uint32_t repair_log2 : {0u, 10u, 12u}) {
          const vksort::radix::Setting setting = settingOn({1024, 49152, subgroup, 0, 1024}, values, looks_back,
                                                           vksort::Ties::any, vksort::KeyType::u32, repair_log2);
          REQUIRE(setting.shape_count > 0);
          for (uint32_t i = 0; i < setting.shape_count; ++i) {
            for (const Role role : {Role::first_pass, Role::pass}) {
              const vksort::PipelineSource source = sourceOf(setting, kernelOf(role, i), nullptr);
              const uint32_t* const told = source.constants;
              const uint32_t counters = (told[VKSORT_RADIX_WORKGROUP] >> told[VKSORT_RADIX_SUBGROUP_LOG2]) * 256;
              const uint32_t part =
                  told[VKSORT_RADIX_WORKGROUP] * told[VKSORT_RADIX_ELEMENTS] / told[VKSORT_RADIX_PARTS];
              const bool counts_others = told[VKSORT_RADIX_OFFSETS] == VKSORT_RADIX_BY_FIRST_TABLE;
              counting += counts_others ? 1 : 0;
              CHECK(told[VKSORT_RADIX_WORDS] == std::max(counters, part) + (counts_others ? 3 * 256 : 0));
            }
            const vksort::PipelineSource source = sourceOf(setting, kernelOf(Role::count, i), nullptr);
            const uint32_t* const told = source.constants;
            const uint32_t round = told[VKSORT_RADIX_WORKGROUP] * told[VKSORT_RADIX_ELEMENTS];
            const uint32_t unit_log2 = told[VKSORT_RADIX_UNIT_LOG2];
            looking += unit_log2 != 0 ? 1 : 0;
            CHECK(told[VKSORT_RADIX_UNITS] == (unit_log2 != 0 ? round >> unit_log2 : 1));
            CHECK(told[VKSORT_RADIX_UNITS] >= 1);
          }
        }
      }
    }
  }
  CHECK(counting > 0);
  CHECK(looking > 0);
}

// Of few workgroups, or of a coherent sort, there is nobody to tell.
TEST_CASE("set_ups_write_arguments_where_the_device_may_count_many") {
  using vksort::radix::Role, vksort::radix::Shape;
  const auto moduleFor = [](bool counted, bool coherent, uint32_t most) {
    vksort::Configuration configuration{};
    configuration.mode.device_count = counted;
    configuration.mode.coherent = coherent;
    return moduleOf(configuration, Role::set_up, Shape{most, 9, 4, 1, Offsets::by_look_back}, false).packed;
  };
  constexpr uint32_t kFew = 132 * 2048;
  const uint8_t* const clears = moduleFor(false, false, kFew);
  for (const bool counted : {false, true})
    for (const bool coherent : {false, true})
      for (const uint32_t most : {kFew, kFew + 1})
        CHECK((moduleFor(counted, coherent, most) != clears) == (counted && !coherent && most > kFew));
}

// By the elements that the driver unrolls.
TEST_CASE("larger_tiles_of_radix_sorts_are_made_sooner") {
  using vksort::radix::Role;
  const vksort::radix::Setting setting = settingOn({1024, 49152, 32, 0, 1024}, vksort::Values::split);
  const auto effortOf = [&setting](uint32_t shape) {
    return sourceOf(setting, kernelOf(Role::pass, shape), nullptr).effort;
  };
  REQUIRE(setting.shape_count == 6);
  for (uint32_t i = 1; i < setting.shape_count; ++i) {
    for (uint32_t j = 0; j < i; ++j)
      CHECK((effortOf(i) <=> effortOf(j)) == (setting.shapes[i].elements <=> setting.shapes[j].elements));
    CHECK(effortOf(i) > sourceOf(setting, kernelOf(Role::count, i), nullptr).effort);
  }
}

// What has not been told after so many looks is counted anew; each takes a round trip to memory, of about a
// microsecond.
TEST_CASE("radix_sorts_give_up_waiting_in_bounded_time") {
  const vksort::radix::Setting setting = settingOn({1024, 49152, 32, 0, 1024}, vksort::Values::split);
  REQUIRE(setting.shape_count > 0);
  for (uint32_t i = 0; i < setting.shape_count; ++i) {
    const vksort::PipelineSource source = sourceOf(setting, kernelOf(vksort::radix::Role::pass, i), nullptr);
    CHECK(source.constants[VKSORT_RADIX_PATIENCE] >= 1);
    CHECK(source.constants[VKSORT_RADIX_PATIENCE] <= 4096);
  }
  CHECK(VKSORT_RADIX_EARLY_PATIENCE >= 1);
  CHECK(VKSORT_RADIX_EARLY_PATIENCE <= 16);  // who looks has elements of its own to rank
}

// lavapipe ends all loops of an invocation after so many rounds together: what looks back in vain, on a machine that
// runs one workgroup at a time, in any order, must have counted all tiles before its own by then.
TEST_CASE("radix_sorts_of_narrow_subgroups_look_back_in_as_many_rounds_as_software_allows") {
  constexpr uint32_t kRounds = 65535;
  for (const vksort::Values values : {vksort::Values::none, vksort::Values::split}) {
    for (const uint32_t subgroup : {4u, 8u, 16u}) {
      CAPTURE(subgroup);
      const vksort::radix::Setting setting = settingOn({1024, 49152, subgroup, 0, 1024}, values);
      REQUIRE(setting.shape_count > 0);
      uint32_t looking = 0;
      for (uint32_t i = 0; i < setting.shape_count; ++i) {
        const vksort::radix::Shape& shape = setting.shapes[i];
        if (!shape.looksBack()) continue;
        ++looking;
        const vksort::PipelineSource source = sourceOf(setting, kernelOf(vksort::radix::Role::pass, i), nullptr);
        const uint32_t patience = source.constants[VKSORT_RADIX_PATIENCE];
        const uint32_t invocations = 1u << shape.invocations_log2;
        const uint32_t owned = std::max(1u, 256 / invocations);  // digits
        CHECK(invocations <= 256);
        // Of each tile each digit is looked for, and its place or who is stuck found; and the tile is counted. Loops
        // end by a round more. None looks early, as each has digits.
        const uint64_t of_tile =
            1 + (owned + 1) + owned * (patience + 2) + (owned + 1) + 2 * (owned + 1) + shape.elements + 1;
        constexpr uint64_t kElsewhere = 2500;  // most where a tile is moved once more
        CHECK((shape.tilesOf(shape.most) - 1) * of_tile + kElsewhere < kRounds);
      }
      CHECK(looking > 0);
      CHECK(setting.most <= 1u << 23);  // what sums tables up goes through 32 rows or more in some 8 rounds
    }
  }
}

// So that what one invocation looks at of a coherent sort is in one unit, of whose keys it takes the lowest and the
// highest before the subgroup does; an odd number of elements is looked at one by one.
TEST_CASE("large_radix_sorts_look_at_units_an_invocation_at_a_time") {
  using vksort::radix::Role;
  for (const vksort::Values values : {vksort::Values::none, vksort::Values::split}) {
    for (const auto& [subgroup, tile_log2] :
         {std::pair{4u, 8u}, {8u, 12u}, {16u, 9u}, {32u, 8u}, {32u, 9u}, {32u, 12u}, {64u, 11u}}) {
      CAPTURE(subgroup);
      CAPTURE(tile_log2);
      const vksort::radix::Setting setting =
          settingOn({1024, 49152, subgroup, 0, 1024}, values, true, vksort::Ties::any, vksort::KeyType::u32, tile_log2);
      uint32_t looked_at = 0;
      for (uint32_t i = 0; i < setting.shape_count; ++i) {
        const vksort::radix::Shape& shape = setting.shapes[i];
        if (shape.offsets != Offsets::by_look_back) continue;
        const vksort::PipelineSource source = sourceOf(setting, kernelOf(Role::count, i), nullptr);
        const uint32_t unit = 1u << setting.unitLog2(shape), elements = source.constants[VKSORT_RADIX_ELEMENTS];
        const uint32_t round = source.constants[VKSORT_RADIX_WORKGROUP] * elements;
        CHECK(source.constants[VKSORT_RADIX_TILE] == shape.tile());
        CHECK((elements & (elements - 1)) == 0);
        CHECK((elements == shape.counted_elements || 2 * elements * subgroup > unit));
        CHECK(elements * subgroup <= unit);
        CHECK(round % unit == 0);
        CHECK(source.constants[VKSORT_RADIX_WORKGROUP] == 1u << shape.counting_log2);
        if (subgroup == 32) CHECK((shape.counting_log2 == 10 && shape.counted_elements == 8));
        CHECK(sourceOf(setting, kernelOf(Role::decision, i), nullptr).constants[VKSORT_RADIX_WORKGROUP] ==
              source.constants[VKSORT_RADIX_WORKGROUP]);
        ++looked_at;
      }
      CHECK(looked_at == 1);
    }
  }
}

// Without a repair there are no units.
TEST_CASE("large_radix_sorts_count_as_many_elements_at_once_as_their_shape_says") {
  using vksort::radix::Role;
  for (const vksort::Values values : {vksort::Values::none, vksort::Values::split}) {
    const vksort::radix::Setting setting = settingOn({1024, 49152, 32, 0, 1024}, values);
    const uint32_t last = setting.shape_count - 1;
    const vksort::PipelineSource source = sourceOf(setting, kernelOf(Role::count, last), nullptr);
    CHECK(source.constants[VKSORT_RADIX_WORKGROUP] == 1024);
    CHECK(source.constants[VKSORT_RADIX_ELEMENTS] == 8);
  }
}

TEST_CASE("ranks_are_added_up_on_devices_that_do_so_in_order_and_where_that_pays") {
  using vksort::Values;
  constexpr uint32_t kNvidia = 0x10de, kAmd = 0x1002;
  const auto adds_in_order = [](const vksort::radix::Setting& setting, uint32_t shape) {
    return sourceOf(setting, kernelOf(vksort::radix::Role::pass, shape), nullptr)
               .constants[VKSORT_RADIX_ADDS_IN_ORDER] != 0;
  };
  for (const uint32_t vendor : {kNvidia, kAmd, 0u}) {
    for (const uint32_t subgroup : {4u, 8u, 16u, 32u, 64u}) {
      for (const bool looks_back : {true, false}) {
        for (const Values values : {Values::none, Values::split, Values::interleaved, Values::iota}) {
          for (const vksort::Ties ties : {vksort::Ties::any, vksort::Ties::value}) {
            for (const uint32_t coherent : {0u, 12u}) {
              if (coherent != 0 && values == Values::iota) continue;
              const vksort::radix::Setting setting = settingOn({1024, 49152, subgroup, vendor, 1024}, values,
                                                               looks_back, ties, vksort::KeyType::u32, coherent);
              REQUIRE(setting.shape_count > 1);
              const bool expected = vendor == kNvidia || subgroup < 32;  // software has narrow ones
              const bool by_value =
                  (values == Values::split || values == Values::interleaved) && ties == vksort::Ties::value;
              for (uint32_t i = 0; i < setting.shape_count; ++i) {
                const vksort::radix::Shape& shape = setting.shapes[i];
                CAPTURE(i);
                CHECK(adds_in_order(setting, i) == (expected && shape.looksBack() && !by_value));
              }
            }
          }
        }
      }
    }
  }
}

// What is kept in the order of positions is ranked in order from the first pass on, and all else in any order there.
TEST_CASE("positions_are_kept_where_values_ascend") {
  constexpr vksort::RecordLimits kRecord{64, 1ull << 32, 8, 65535};
  vksort::Tuning tuning{};
  tuning.tile_log2 = 8;
  const auto keeps = [&kRecord, &tuning](const vksort::SorterInfo& info) {
    const vksort::radix::Setting setting =
        vksort::radix::settingOf(info, {1024, 49152, 32, 0, 1024}, kRecord, tuning, true);
    REQUIRE(setting.shape_count > 1);
    const uint32_t kept =
        sourceOf(setting, kernelOf(vksort::radix::Role::pass, 0), nullptr).constants[VKSORT_RADIX_KEEPS_POSITIONS];
    CHECK((kept != 0) == setting.ordersByPosition());
    return kept != 0;
  };
  vksort::SorterInfo info;
  CHECK_FALSE(keeps(info));
  info.key_type = vksort::KeyType::u64;
  CHECK_FALSE(keeps(info));
  info.key_type = vksort::KeyType::u32;
  for (const vksort::Values values : {vksort::Values::split, vksort::Values::interleaved, vksort::Values::iota}) {
    info.values = values;
    for (const bool ascending : {false, true}) {
      info.ascending_values = ascending && values != vksort::Values::iota;
      for (const vksort::Ties ties : {vksort::Ties::any, vksort::Ties::value}) {
        info.ties = ties;
        CHECK(keeps(info) ==
              (ties == vksort::Ties::value && (values == vksort::Values::iota || info.ascending_values)));
      }
    }
  }
}

}  // namespace test
