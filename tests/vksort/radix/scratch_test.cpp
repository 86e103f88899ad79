// The scratch memory: how much, what is refused, and that sorts without it are as they were.
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

}  // namespace

TEST_CASE("asks_for_scratch_memory_where_it_is_of_use" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const auto bytes = [&](const Config& config, Algorithm algorithm = Algorithm::radix) {
      return sorterOf(rig, config, algorithm).scratchBytes(kMany);
    };
    // A copy of the elements, and some more.
    for (const Config& config :
         {Config{}, Config{.count = Count::device}, Config{.key_type = KeyType::f32}, Config{.coherent = true},
          Config{.hook = true}, Config{.count = Count::device, .hook = true}}) {
      CHECK(bytes(config) > VkDeviceSize{kMany} * 4);
    }
    for (const Config& config :
         {Config{.values = Values::iota}, Config{.values = Values::split, .ties = Ties::any},
          Config{.values = Values::interleaved, .ties = Ties::any},
          Config{.values = Values::split, .ascending_values = true},
          Config{.values = Values::split, .ties = Ties::any, .coherent = true}, Config{.values = Values::split},
          Config{.values = Values::interleaved}, Config{.values = Values::split, .coherent = true},
          Config{.values = Values::split, .hook = true},
          Config{.order = vksort::Order::descending, .values = Values::iota}}) {
      CHECK(bytes(config) > VkDeviceSize{kMany} * 8);
    }
    for (const Config& config :
         {Config{.key_type = KeyType::u64, .values = Values::split},
          Config{.key_type = KeyType::u64, .values = Values::iota}, Config{.path = vksort::Path::floor},
          Config{.full_subgroups = false}, Config{.count = Count::lists}, Config{.count = Count::lists, .hook = true},
          Config{.order = vksort::Order::descending, .values = Values::iota, .ties = Ties::value_in_order}}) {
      INFO(describe(config));
      CHECK(bytes(config) == 0);
      CHECK(sorterOf(rig, config, Algorithm::automatic, withSubgroups(32, false)).scratchBytes(kMany) == 0);
    }
    CHECK(bytes({}, Algorithm::bitonic) == 0);
    CHECK(bytes({.key_type = KeyType::u64}, Algorithm::bitonic) == 0);
    CHECK(vksort::Sorter().scratchBytes(kMany) == 0);
    // Odd numbers of passes take two copies.
    CHECK(bytes({.bit_count = 16}) == bytes({}));
    CHECK(bytes({.bit_count = 24}) == bytes({}) + VkDeviceSize{kMany} * 4);
    const VkDeviceSize by_value = bytes({.values = Values::split});
    CHECK(bytes({.key_type = KeyType::u64, .ascending_values = true, .value_bits = 20}) == by_value);
    CHECK(bytes({.values = Values::split, .value_bits = 16}) == by_value);
    CHECK(bytes({.values = Values::split, .value_bits = 20}) == by_value + VkDeviceSize{kMany} * 8);
    CHECK(bytes({.values = Values::split, .value_bits = 8}) == by_value);  // in two passes
    // By value and by key each.
    CHECK(bytes({.values = Values::split, .bit_count = 24, .value_bits = 20}) == by_value + VkDeviceSize{kMany} * 8);
  });
}

// The largest storage buffer bounds what can be lent.
TEST_CASE("sorts_in_place_what_no_scratch_memory_can_be_bound_for" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    constexpr uint32_t kMost = 1 << 20;
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxStorageBufferRange = kMost * 4; };
    const vksort::Sorter sorter = sorterOf(rig, {}, Algorithm::radix, faults);
    CHECK(sorter.scratchBytes(kMost) == 0);
    CHECK(sorter.scratchBytes(kMost / 8) > 0);
    for (uint32_t n = 2; n < kMost; n = n * 3 / 2) CHECK(sorter.scratchBytes(n) <= kMost * 4);
    // Bound from the aligned offset below on: no word less will do.
    const auto alignment = rig.device().properties().core.limits.minStorageBufferOffsetAlignment;
    const auto enough = static_cast<uint32_t>(sorterOf(rig, {}, Algorithm::radix).scratchBytes(kMany) + alignment);
    for (const uint32_t less : {0u, 4u}) {
      faults.edit_properties = [&](auto& out) { out.properties.limits.maxStorageBufferRange = enough - less; };
      CHECK((sorterOf(rig, {}, Algorithm::radix, faults).scratchBytes(kMany) > 0) == (less == 0));
    }
  });
}

TEST_CASE("uses_no_more_storage_buffers_than_the_device_has" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config pairs{.values = Values::iota, .count = Count::device, .lent = true};
    for (const uint32_t most : {3u, 4u, 5u}) {
      Faults faults;
      faults.edit_properties = [most](auto& out) { out.properties.limits.maxPerStageDescriptorStorageBuffers = most; };
      const auto takes = [&](const Config& config) {
        return sorterOf(rig, config, Algorithm::radix, faults).scratchBytes(kMany) > 0;
      };
      CHECK(takes({}) == (most >= 3));
      CHECK(takes({.values = Values::iota}) == (most >= 4));
      CHECK(takes({.values = Values::interleaved, .ties = Ties::any}) == (most >= 4));
      CHECK(takes({.key_type = KeyType::u64}) == (most >= 4));
      CHECK(takes(pairs) == (most >= 5));
      CHECK(takes({.coherent = true}) == (most >= 4));  // a state besides
      CHECK(takes({.values = Values::split, .coherent = true}) == (most >= 5));
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
#endif

}  // namespace test
