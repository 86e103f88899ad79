// Misuse of record() with a device count, with lists, and with a hook.
#include "support/check/record_calls.h"

#ifdef NDEBUG

namespace test {
namespace {

using vksort::SortStatus;
using vksort::Values;

}  // namespace

TEST_CASE("reports_misuse_of_a_device_count" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      const Config config{.values = values, .count = vksort::Count::device};
      INFO(describe(config));
      const VkBuffer elsewhere = rig.arena(2, 1 << 12).device.handle();
      {
        RecordCalls host_counted(rig, {.values = values});
        host_counted.expect(SortStatus::needless_device_count,
                            [&](auto& info) { info.device_count.buffer = elsewhere; });
        host_counted.expect(SortStatus::needless_state, [&](auto& info) { info.state.buffer = elsewhere; });
        host_counted.expect(SortStatus::needless_lists, [&](auto& info) { info.lists.buffer = elsewhere; });
      }
      RecordCalls calls(rig, config);
      const VkDeviceSize element = values == Values::interleaved ? 8 : 4;
      const VkDeviceSize begin = 64 + 3 * element, end = begin + 100 * element;  // of what may be sorted
      calls.expect(SortStatus::ok, [](auto&) {});
      calls.expect(SortStatus::keys_range_too_small, [](auto& info) { info.count = 0xffffffffu; });
      calls.expect(SortStatus::null_count_buffer, [](auto& info) { info.device_count.buffer = VK_NULL_HANDLE; });
      calls.expect(SortStatus::null_state_buffer, [](auto& info) { info.state.buffer = VK_NULL_HANDLE; });
      calls.expect(SortStatus::misaligned_count_offset, [](auto& info) { info.device_count.offset = 14; });
      calls.expect(SortStatus::misaligned_state_offset, [](auto& info) { info.state.offset = 66; });
      calls.expect(SortStatus::state_range_too_small, [](auto& info) { info.state.size = vksort::kStateBytes - 1; });
      calls.expect(SortStatus::count_past_buffer, [](auto& info) { info.device_count.offset = 1 << 30; });
      calls.expect(SortStatus::count_past_buffer, [](auto& info) { info.device_count.offset = ~VkDeviceSize{3}; });
      calls.expect(SortStatus::state_range_past_buffer, [](auto& info) { info.state.offset = 1 << 30; });
      calls.expect(SortStatus::state_range_past_buffer, [](auto& info) { info.state.size = ~VkDeviceSize{0}; });
      // Right before and behind what may be sorted, and one word nearer.
      const auto at = [](VkDeviceSize count, VkDeviceSize state) {
        return [=](auto& info) {
          info.device_count = {info.keys.buffer, count};
          info.state.buffer = info.keys.buffer;
          info.state.offset = state;
        };
      };
      calls.expect(SortStatus::ok, at(begin - 4, end));
      calls.expect(SortStatus::overlapping_count, at(begin, end));
      calls.expect(SortStatus::overlapping_count, at(end - 4, end));
      calls.expect(SortStatus::overlapping_state, at(begin - 4, end - 4));
      calls.expect(SortStatus::overlapping_state, at(end, end));
      calls.expect(SortStatus::overlapping_state, at(end + vksort::kStateBytes - 4, end));
      calls.expect(SortStatus::ok, at(end + vksort::kStateBytes, end));
      if (values != Values::split) continue;
      calls.expect(SortStatus::overlapping_count, [&](auto& info) { info.device_count = {info.values.buffer, begin}; });
      calls.expect(SortStatus::overlapping_state, [&](auto& info) { info.state.buffer = info.values.buffer; });
    }
  });
}

TEST_CASE("reports_misuse_of_lists" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      const Config config{.values = values, .count = vksort::Count::lists};
      INFO(describe(config));
      RecordCalls calls(rig, config);
      const VkDeviceSize element = values == Values::interleaved ? 8 : 4;
      const VkDeviceSize begin = 64 + 3 * element, end = begin + 100 * element;  // of what may be sorted
      const VkDeviceSize table = 10 * 8, state = vksort::listStateBytes(10);
      calls.expect(SortStatus::ok, [](auto&) {});
      calls.expect(SortStatus::keys_range_too_small, [](auto& info) { info.count = 0xffffffffu; });
      calls.expect(SortStatus::needless_device_count, [](auto& info) { info.device_count.buffer = info.keys.buffer; });
      calls.expect(SortStatus::null_lists_buffer, [](auto& info) { info.lists.buffer = VK_NULL_HANDLE; });
      calls.expect(SortStatus::null_state_buffer, [](auto& info) { info.state.buffer = VK_NULL_HANDLE; });
      calls.expect(SortStatus::misaligned_lists_offset, [](auto& info) { info.lists.offset = 14; });
      calls.expect(SortStatus::misaligned_state_offset, [](auto& info) { info.state.offset = 102; });
      calls.expect(SortStatus::too_many_lists, [](auto& info) { info.lists.list_count = vksort::kMaxLists + 1; });
      calls.expect(SortStatus::too_many_lists, [](auto& info) { info.lists.list_count = 0xffffffffu; });
      calls.expect(SortStatus::state_range_too_small, [](auto& info) { info.state.size -= 1; });
      calls.expect(SortStatus::state_range_too_small, [](auto& info) { info.lists.list_count = 11; });
      calls.expect(SortStatus::lists_past_buffer, [](auto& info) { info.lists.offset = 1 << 30; });
      calls.expect(SortStatus::lists_past_buffer, [](auto& info) { info.lists.offset = ~VkDeviceSize{3}; });
      calls.expect(SortStatus::state_range_past_buffer, [](auto& info) { info.state.offset = 1 << 30; });
      calls.expect(SortStatus::state_range_past_buffer, [](auto& info) { info.state.size = ~VkDeviceSize{0}; });
      calls.expect(SortStatus::too_few_queries, [&](auto& info) {
        info.timestamps = {(VkQueryPool)uint64_t{1}, 0, rig.sorter(config).planLists(10, 16).timestamps - 1};
      });
      // Right before and behind what may be sorted, and one word nearer.
      const auto at = [](VkDeviceSize lists, VkDeviceSize state_at) {
        return [=](auto& info) {
          info.keys.offset += 128;
          info.lists.buffer = info.state.buffer = info.keys.buffer;
          info.lists.offset = lists + 128;
          info.state.offset = state_at + 128;
        };
      };
      calls.expect(SortStatus::ok, at(begin - table, end));
      calls.expect(SortStatus::overlapping_lists, at(begin - table + 4, end));
      calls.expect(SortStatus::overlapping_lists, at(end - 4, end + table));
      calls.expect(SortStatus::ok, at(end, end + table));
      calls.expect(SortStatus::overlapping_state, at(end, end + table - 4));
      calls.expect(SortStatus::overlapping_state, at(end + state - 4, end));
      calls.expect(SortStatus::overlapping_state, at(begin - table, end - 4));
      if (values != Values::split) continue;
      calls.expect(SortStatus::overlapping_lists, [&](auto& info) {
        info.lists.buffer = info.values.buffer;
        info.lists.offset = begin;
      });
      calls.expect(SortStatus::overlapping_state, [&](auto& info) { info.state.buffer = info.values.buffer; });
    }
    // Nothing to do: nothing is checked.
    RecordCalls none(rig, {.count = vksort::Count::lists});
    HookScope hooks;
    vksort::SortInfo info;
    info.count = 10;
    CHECK(rig.sorter({.count = vksort::Count::lists}).record(none.cmd(), info) == SortStatus::ok);
    CHECK(hooks.log.commands.empty());
  });
}

TEST_CASE("reports_misuse_of_a_hook" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const bool push : {true, false}) {
      const Config config{.values = Values::iota, .path = vksort::Path::floor, .push_descriptor = push, .hook = true};
      RecordCalls calls(rig, config);
      calls.expect(SortStatus::ok, [](auto&) {});
      calls.expect(SortStatus::null_hook_set, [](auto& info) { info.hook_set = VK_NULL_HANDLE; });
      RecordCalls plain(rig, {.push_descriptor = push});
      plain.expect(SortStatus::needless_hook_set, [](auto& info) { info.hook_set = (VkDescriptorSet)uint64_t{1}; });
    }
  });
}

}  // namespace test

#endif
