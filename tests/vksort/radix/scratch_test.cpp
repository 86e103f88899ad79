// Scratch memory: how much a sort asks for, from which counts on, what is refused, and sorts without it.
#include <algorithm>
#include <utility>

#include "radix/sort.h"
#include "support/check/record_calls.h"
#include "support/check/recorded_modes.h"
#include "support/device/recording.h"
#include "support/device/subgroups.h"
#include "vksort/radix/setting.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::Count;
using vksort::KeyType;
using vksort::SortStatus;
using vksort::Ties;
using vksort::Values;

constexpr uint32_t kMany = 1 << 20;

// Subgroups of one size, and all that 32 bits can say of a buffer's range, or less.
Faults ofDevice(uint32_t subgroup, uint32_t max_range = ~0u) {
  Faults faults = withSubgroups(subgroup, false);
  faults.edit_properties = [max_range, others = faults.edit_properties](auto& out) {
    others(out);
    out.properties.limits.maxStorageBufferRange = max_range;
  };
  return faults;
}

bool isByRadix(const vksort::Sorter& sorter, uint32_t n) {
  return std::string(sorter.planPass(n, 0, true).name).starts_with("radix");
}

}  // namespace

TEST_CASE("asks_for_scratch_memory_where_it_is_of_use" * doctest::test_suite("one width")) {
  struct Row {
    Config config;
    uint32_t words;  // of an element, of which there is a copy and some more; 0: nothing is asked for
  };
  constexpr Row kRows[] = {
      {{}, 1},
      {{.count = Count::device}, 1},
      {{.key_type = KeyType::f32}, 1},
      {{.coherent = true}, 1},
      {{.hook = true}, 1},
      {{.count = Count::device, .hook = true}, 1},
      {{.bit_count = 16}, 1},
      {{.bit_count = 24}, 2},  // an odd number of passes takes two copies
      {{.values = Values::iota}, 2},
      {{.order = vksort::Order::descending, .values = Values::iota}, 2},
      {{.values = Values::split, .ties = Ties::any}, 2},
      {{.values = Values::interleaved, .ties = Ties::any}, 2},
      {{.values = Values::split, .ascending_values = true}, 2},
      {{.values = Values::split, .ties = Ties::any, .coherent = true}, 2},
      {{.values = Values::split}, 2},
      {{.values = Values::interleaved}, 2},
      {{.values = Values::split, .coherent = true}, 2},
      {{.values = Values::split, .hook = true}, 2},
      {{.values = Values::split, .value_bits = 8}, 2},  // in two passes
      {{.values = Values::split, .value_bits = 16}, 2},
      {{.key_type = KeyType::u64, .ascending_values = true, .value_bits = 20}, 2},
      {{.values = Values::split, .value_bits = 20}, 4},
      {{.values = Values::split, .bit_count = 24, .value_bits = 20}, 2},  // six passes
      {{.key_type = KeyType::u64, .values = Values::iota}, 3},
      {{.key_type = KeyType::u64, .values = Values::split, .ties = Ties::any}, 3},
      {{.key_type = KeyType::u64, .values = Values::split, .ascending_values = true}, 3},
      {{.order = vksort::Order::descending, .values = Values::iota, .ties = Ties::value_in_order}, 2},
      {{.key_type = KeyType::u64, .values = Values::split}, 0},  // more digits than there are passes
      {{.path = vksort::Path::floor}, 0},
      {{.full_subgroups = false}, 0},
      {{.count = Count::lists}, 0},
      {{.count = Count::lists, .hook = true}, 0},
  };
  onEveryDevice([&](Rig& rig) {
    const auto bytes = [&rig](const Config& config) {
      return sorterOf(rig, config, Algorithm::radix).scratchBytes(kMany);
    };
    for (const auto& [config, words] : kRows) {
      INFO(describe(config));
      CHECK((words == 0 ? bytes(config) == 0 : bytes(config) > VkDeviceSize{kMany} * 4 * words));
      CHECK(sorterOf(rig, config, Algorithm::bitonic).scratchBytes(kMany) == 0);
      if (words != 0) continue;
      CHECK(sorterOf(rig, config, Algorithm::automatic, withSubgroups(32, false)).scratchBytes(kMany) == 0);
    }
    CHECK(vksort::Sorter().scratchBytes(kMany) == 0);
    // No more than that: two passes less need the same, and a second copy is one of the elements.
    CHECK(bytes({.bit_count = 16}) == bytes({}));
    CHECK(bytes({.bit_count = 24}) == bytes({}) + VkDeviceSize{kMany} * 4);
    CHECK(bytes({.values = Values::split, .value_bits = 20}) ==
          bytes({.values = Values::split}) + VkDeviceSize{kMany} * 8 + 4);  // the copy begins at an even word
  });
}

// A host that has memory for n elements has it for fewer; and what is planned without it is as it was.
TEST_CASE("scratch_memory_grows_with_the_count" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : {Config{}, Config{.values = Values::iota}, Config{.count = Count::device},
                                 Config{.coherent = true}, Config{.values = Values::split}}) {
      INFO(describe(config));
      const vksort::Sorter in_place = sorterOf(rig, config, Algorithm::bitonic, ofDevice(32));
      for (const auto& [algorithm, subgroup, most] : {std::tuple{Algorithm::automatic, 32u, 1u << 25},
                                                      {Algorithm::radix, 32u, 1u << 25},
                                                      {Algorithm::radix, 8u, 1u << 23}}) {
        const vksort::Sorter sorter = sorterOf(rig, config, algorithm, ofDevice(subgroup));
        VkDeviceSize before = 0;
        for (uint64_t n = 0; n <= most; n = n * 9 / 8 + 1) {
          const auto count = static_cast<uint32_t>(n);
          const VkDeviceSize bytes = sorter.scratchBytes(count);
          CAPTURE(count);
          CHECK(bytes >= before);
          before = bytes;
          CHECK((isByRadix(sorter, count) && bytes == 0) == false);
          if (subgroup == 32) CHECK(sorter.plan(count).dispatches == in_place.plan(count).dispatches);
        }
        CHECK((sorter.scratchBytes(100) > 0) == (algorithm == Algorithm::radix));
        CHECK(sorter.scratchBytes(subgroup == 32 ? 1u << 28 : (1u << 23) + 1) == 0);  // more than can be counted
      }
    }
  });
}

TEST_CASE("sorts_by_radix_from_where_a_tuning_says" * doctest::test_suite("one width")) {
  constexpr uint32_t kLargestFrom = (1u << 28) - 1;
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {Config{}, Config{.values = Values::iota}, Config{.coherent = true}}) {
      INFO(describe(config));
      const Faults device = ofDevice(32);
      vksort::Tuning tuning = sorterOf(rig, config, Algorithm::bitonic, device).tuning();
      for (const uint32_t from : {300u, 70'000u, 9'000'000u, (1u << 27) + 1}) {
        CAPTURE(from);
        tuning.radix_from = from;
        const vksort::Sorter sorter = sorterOf(rig, config, Algorithm::automatic, device, &tuning);
        CHECK(sorter.tuning().radix_from == from);
        CHECK_FALSE(isByRadix(sorter, from - 1));
        CHECK(isByRadix(sorter, from));
        CHECK(sorter.scratchBytes(from) > 0);
        // Above what can be bound it asks for nothing.
        const vksort::Sorter bound = sorterOf(rig, config, Algorithm::automatic, ofDevice(32, 1u << 27), &tuning);
        if (from > 1u << 25) CHECK(bound.scratchBytes(from) == 0);
      }
    }
    // Narrow subgroups, too, and keys of 64 bits.
    for (const Config& config : {Config{}, Config{.key_type = KeyType::u64}}) {
      vksort::Tuning tuning = rig.tuning(config);
      tuning.radix_from = 700;
      const vksort::Sorter sorter = sorterOf(rig, config, Algorithm::automatic, {}, &tuning);
      CHECK(sorter.scratchBytes(699) == 0);
      CHECK(sorter.scratchBytes(700) > 0);
    }
    vksort::Tuning tuning = rig.tuning({});
    tuning.radix_from = kLargestFrom + 1;
    vksort::SorterInfo info = rig.sorterInfo({});
    info.tuning = &tuning;
    vksort::Sorter sorter;
    const char* why = "";
    CHECK(vksort::Sorter::create(info, sorter, &why) == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(std::string(why).find("radix_from") != std::string::npos);
  });
}

// The largest storage buffer bounds what can be bound, from the aligned offset below on: no word less will do.
TEST_CASE("sorts_in_place_what_no_scratch_memory_can_be_bound_for" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    const auto bytesWithin = [&](uint32_t max_range, uint32_t n) {
      faults.edit_properties = [=](auto& out) { out.properties.limits.maxStorageBufferRange = max_range; };
      return sorterOf(rig, {}, Algorithm::radix, faults).scratchBytes(n);
    };
    CHECK(bytesWithin(kMany * 4, kMany) == 0);
    for (uint32_t n = 2; n < kMany; n = n * 3 / 2) CHECK(bytesWithin(kMany * 4, n) <= kMany * 4);
    const auto alignment = rig.device().properties().core.limits.minStorageBufferOffsetAlignment;
    const auto enough = static_cast<uint32_t>(sorterOf(rig, {}, Algorithm::radix).scratchBytes(kMany) + alignment);
    CHECK(bytesWithin(enough, kMany) > 0);
    CHECK(bytesWithin(enough - 4, kMany) == 0);
  });
}

TEST_CASE("uses_no_more_storage_buffers_than_the_device_has" * doctest::test_suite("one width")) {
  constexpr std::pair<Config, uint32_t> kNeeds[] = {
      {{}, 3},
      {{.values = Values::iota}, 4},
      {{.values = Values::interleaved, .ties = Ties::any}, 4},
      {{.key_type = KeyType::u64}, 4},
      {{.values = Values::iota, .count = Count::device, .lent = true}, 5},
      {{.coherent = true}, 4},
      {{.values = Values::split, .coherent = true}, 5},
  };
  onEveryDevice([&](Rig& rig) {
    for (const uint32_t most : {3u, 4u, 5u}) {
      Faults faults;
      faults.edit_properties = [most](auto& out) { out.properties.limits.maxPerStageDescriptorStorageBuffers = most; };
      for (const auto& [config, needed] : kNeeds) {
        INFO(describe(config) << ", " << most << " buffers");
        CHECK((sorterOf(rig, config, Algorithm::radix, faults).scratchBytes(kMany) > 0) == (most >= needed));
      }
    }
  });
}

TEST_CASE("without_scratch_memory_a_sort_is_as_it_was" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::iota, .lent = true};
    vksort::SorterInfo in_place = rig.sorterInfo(config);
    in_place.algorithm = Algorithm::bitonic;
    vksort::Sorter bitonic;
    REQUIRE(vksort::Sorter::create(in_place, bitonic) == VK_SUCCESS);
    for (const uint32_t n : {1u, 2u, 1000u, 70'001u}) {
      vksort::SortInfo info;
      info.keys = {rig.arena(0, n).device.handle(), 0, VkDeviceSize{n} * 4};
      info.values = {rig.arena(1, n).device.handle(), 0, VkDeviceSize{n} * 4};
      info.count = n;
      const Log with = recorded(rig, rig.sorter(config), info), without = recorded(rig, bitonic, info);
      CHECK(count(with, Command::Kind::dispatch) == count(without, Command::Kind::dispatch));
      CHECK(count(with, Command::Kind::dispatch) == rig.sorter(config).plan(n).dispatches);
      CHECK(count(with, Command::Kind::barrier) == count(without, Command::Kind::barrier));
    }
  });
}

#ifdef NDEBUG
TEST_CASE("reports_misuse_of_scratch_memory" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::iota, Values::interleaved}) {
      for (const Count counted : {Count::host, Count::device}) {
        const Config config{.values = values, .ties = Ties::any, .count = counted, .lent = true};
        INFO(describe(config));
        RecordCalls calls(rig, config);
        const VkDeviceSize bytes = rig.sorter(config).scratchBytes(100);
        const VkBuffer lent = rig.arena(4, 1 << 12).device.handle();
        const VkDeviceSize element = values == Values::interleaved ? 8 : 4;
        const VkDeviceSize begin = 64 + 3 * element, end = begin + 100 * element;  // of what may be sorted
        const auto at = [&](VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size) {
          return [=](auto& info) { info.scratch = {buffer, offset, size}; };
        };
        const VkBuffer keys = calls.valid().keys.buffer;
        calls.expect(SortStatus::ok, at(lent, 4, bytes));
        calls.expect(SortStatus::ok, at(VK_NULL_HANDLE, 3, 1));  // what stands beside a null one is not looked at
        calls.expect(SortStatus::misaligned_scratch_offset, at(lent, 2, bytes));
        calls.expect(SortStatus::scratch_range_too_small, at(lent, 4, bytes - 1));
        calls.expect(SortStatus::scratch_range_too_small, at(lent, 4, 0));
        calls.expect(SortStatus::scratch_range_past_buffer, at(lent, 1 << 30, bytes));
        calls.expect(SortStatus::scratch_range_past_buffer, at(lent, 4, ~VkDeviceSize{0}));
        calls.expect(SortStatus::ok, at(keys, end, bytes));
        calls.expect(SortStatus::overlapping_scratch, at(keys, end - 4, bytes));
        calls.expect(SortStatus::overlapping_scratch, at(keys, begin, bytes));
        if (values == Values::iota) {
          calls.expect(SortStatus::overlapping_scratch, at(calls.valid().values.buffer, begin, bytes));
        }
        if (counted == Count::device) {
          const vksort::Range state = calls.valid().state;
          calls.expect(SortStatus::overlapping_scratch, at(state.buffer, 12, bytes));
          calls.expect(SortStatus::overlapping_scratch, at(state.buffer, state.offset + state.size - 4, bytes));
          calls.expect(SortStatus::ok, at(state.buffer, state.offset + state.size, bytes));
        }
        // More elements than the memory is for; none, or one.
        calls.expect(SortStatus::scratch_range_too_small, [&](auto& info) {
          info.scratch = {lent, 4, bytes};
          info.count = 400;
        });
      }
    }
    // Where it is of no use it is not looked at.
    RecordCalls of_lists(rig, {.count = Count::lists});
    of_lists.expect(SortStatus::ok, [](auto& info) { info.scratch = {info.keys.buffer, 3, 1}; });
  });
}

TEST_CASE("promises_of_bits_must_lie_in_a_key_or_a_value" * doctest::test_suite("one width")) {
  struct Row {
    Config config;
    vksort::KeyBits key_bits;
    uint32_t value_bits;
    const char* refused;  // the member that is named; null: taken
  };
  constexpr Config kSplit{.values = Values::split}, kFloat{.key_type = KeyType::f32}, kWide{.key_type = KeyType::u64};
  constexpr Row kRows[] = {
      {kSplit, {}, 0, nullptr},         {kSplit, {}, 32, nullptr},         {kSplit, {}, 33, "value_bits"},
      {kSplit, {}, ~0u, "value_bits"},  {kFloat, {0, 32}, 0, nullptr},     {kFloat, {31, 1}, 0, nullptr},
      {kFloat, {32, 0}, 0, nullptr},    {kFloat, {16, 16}, 0, nullptr},    {kFloat, {0, 33}, 0, "key_bits"},
      {kFloat, {32, 1}, 0, "key_bits"}, {kFloat, {17, 16}, 0, "key_bits"}, {kFloat, {~0u, 2}, 0, "key_bits"},
      {kWide, {0, 16}, 0, "key_bits"},
  };
  onEveryDevice([&](Rig& rig) {
    for (const auto& [config, key_bits, value_bits, refused] : kRows) {
      CAPTURE(key_bits.first);
      CAPTURE(key_bits.count);
      CAPTURE(value_bits);
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.key_bits = key_bits;
      info.value_bits = value_bits;
      vksort::Sorter sorter;
      const char* reason = "";
      const VkResult made = vksort::Sorter::create(info, sorter, &reason);
      CHECK(made == (refused == nullptr ? VK_SUCCESS : VK_ERROR_INITIALIZATION_FAILED));
      if (refused != nullptr) CHECK(std::string(reason).find(refused) != std::string::npos);
    }
  });
}
#endif

}  // namespace test
