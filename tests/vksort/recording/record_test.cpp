// Misuse of record(): in builds without assertions it is reported, and nothing is recorded.
#include "support/check/record_calls.h"

#ifdef NDEBUG

namespace test {
namespace {

using vksort::SortStatus;
using vksort::Values;

}  // namespace

TEST_CASE("reports_misuse_and_records_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const bool push : {true, false}) {
      for (const Values values : {Values::none, Values::split, Values::interleaved, Values::iota}) {
        const Config config{.values = values, .push_descriptor = push};
        INFO(describe(config));
        const bool pushes = rig.sorter(config).descriptorSetLayout() == VK_NULL_HANDLE;
        const VkDeviceSize element = values == Values::interleaved ? 8 : 4;
        RecordCalls calls(rig, config);
        calls.expect(SortStatus::ok, [](auto&) {});
        calls.expectStatus(SortStatus::no_sorter, vksort::Sorter(), calls.cmd(), calls.valid());
        calls.expectStatus(SortStatus::null_command_buffer, rig.sorter(config), VK_NULL_HANDLE, calls.valid());
        calls.expect(SortStatus::null_keys_buffer, [](auto& info) { info.keys.buffer = VK_NULL_HANDLE; });
        calls.expect(SortStatus::misaligned_keys_offset, [=](auto& info) { info.keys.offset += element - 1; });
        calls.expect(SortStatus::misaligned_keys_offset, [=](auto& info) { info.keys.offset += element / 2; });
        calls.expect(SortStatus::keys_range_too_small, [=](auto& info) { info.keys.size = 103 * element - 1; });
        calls.expect(SortStatus::keys_range_too_small, [](auto& info) { info.keys.size = 0; });
        calls.expect(SortStatus::keys_range_too_small, [](auto& info) { info.first = 0xffffffffu; });
        calls.expect(SortStatus::keys_range_too_small, [](auto& info) { info.count = 0xffffffffu; });
        calls.expect(SortStatus::keys_range_too_small, [](auto& info) { info.first = info.count = 0xffffffffu; });
        calls.expect(SortStatus::keys_range_past_buffer, [](auto& info) { info.keys.size += 1 << 24; });
        calls.expect(SortStatus::keys_range_past_buffer, [](auto& info) { info.keys.size = ~VkDeviceSize{0}; });
        calls.expect(SortStatus::too_few_queries, [&](auto& info) {
          info.timestamps = {(VkQueryPool)uint64_t{1}, 0, rig.sorter(config).plan(info.count).timestamps - 1};
        });
        if (pushes) {
          calls.expect(SortStatus::needless_descriptor_set,
                       [](auto& info) { info.descriptor_set = (VkDescriptorSet)uint64_t{1}; });
        } else {
          calls.expect(SortStatus::null_descriptor_set, [](auto& info) { info.descriptor_set = VK_NULL_HANDLE; });
        }
        if (!splitValues(config)) {
          const VkBuffer elsewhere = rig.arena(1, 1 << 12).device.handle();
          calls.expect(SortStatus::needless_values, [&](auto& info) { info.values = {elsewhere, 64, 4096}; });
          calls.expect(SortStatus::needless_values, [&](auto& info) { info.values.buffer = elsewhere; });
          continue;
        }
        calls.expect(SortStatus::null_values_buffer, [](auto& info) { info.values.buffer = VK_NULL_HANDLE; });
        calls.expect(SortStatus::misaligned_values_offset, [](auto& info) { info.values.offset += 2; });
        calls.expect(SortStatus::values_range_too_small, [](auto& info) { info.values.size = 103 * 4 - 1; });
        calls.expect(SortStatus::values_range_past_buffer, [](auto& info) { info.values.offset += 1 << 24; });
        calls.expect(SortStatus::overlapping_ranges, [](auto& info) { info.values = info.keys; });
        calls.expect(SortStatus::overlapping_ranges, [](auto& info) {
          info.values.buffer = info.keys.buffer;
          info.values.offset = info.keys.offset + 99 * 4;
        });
        calls.expect(SortStatus::overlapping_ranges, [](auto& info) {
          info.values.buffer = info.keys.buffer;
          info.keys.offset += 99 * 4;
        });
      }
    }
  });
}

TEST_CASE("accepts_ranges_that_touch" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::split};
    RecordCalls calls(rig, config);
    calls.expect(SortStatus::ok, [](auto& info) {
      info.values.buffer = info.keys.buffer;
      info.values.offset = info.keys.offset + 100 * 4;
    });
    calls.expect(SortStatus::ok, [](auto& info) {
      info.values.buffer = info.keys.buffer;
      info.keys.offset += 100 * 4;
    });
    calls.expect(SortStatus::ok, [](auto& info) { info.keys.size = info.values.size = 103 * 4; });
  });
}

TEST_CASE("reports_ranges_beyond_what_the_device_can_bind" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxStorageBufferRange = 4096; };
    const HookScope hooks(faults);
    const vksort::Sorter sorter = rig.makeSorter({.values = Values::split});
    RecordCalls calls(rig, {.values = Values::split});
    vksort::SortInfo info = calls.valid();
    info.keys.size = info.values.size = 8192;
    info.keys.offset = info.values.offset = info.first = 0;
    info.count = 1024;
    calls.expectStatus(SortStatus::ok, sorter, calls.cmd(), info);
    info.count = 1025;
    calls.expectStatus(SortStatus::keys_range_too_large, sorter, calls.cmd(), info);
    info.count = 1024;
    info.values.offset = 4;  // the descriptor begins at an aligned offset before it
    calls.expectStatus(SortStatus::values_range_too_large, sorter, calls.cmd(), info);
  });
}

// Each names its argument, and its own rule.
TEST_CASE("describes_every_status" * doctest::test_suite("one width")) {
  struct Row {
    SortStatus status;
    const char* argument;
    const char* rule;
  };
  const char* const kNull = "must be null";
  const char* const kNotNull = "must not be null";
  const char* const kMultiple = "must be a multiple of";
  const char* const kLeast = "must be at least";
  const char* const kMost = "must be at most";
  const char* const kExceed = "must not exceed";
  const char* const kOverlap = "must not overlap";
  const char* const kInside = "must lie inside its buffer";
  const Row kRows[] = {
      {SortStatus::no_sorter, "the Sorter", "never created"},
      {SortStatus::null_command_buffer, "command_buffer", kNotNull},
      {SortStatus::null_keys_buffer, "SortInfo::keys.buffer", kNotNull},
      {SortStatus::null_values_buffer, "SortInfo::values.buffer", kNotNull},
      {SortStatus::null_descriptor_set, "SortInfo::descriptor_set", kNotNull},
      {SortStatus::needless_descriptor_set, "SortInfo::descriptor_set", kNull},
      {SortStatus::null_hook_set, "SortInfo::hook_set", kNotNull},
      {SortStatus::needless_hook_set, "SortInfo::hook_set", kNull},
      {SortStatus::misaligned_keys_offset, "SortInfo::keys.offset", kMultiple},
      {SortStatus::misaligned_values_offset, "SortInfo::values.offset", kMultiple},
      {SortStatus::keys_range_too_small, "SortInfo::first + count", "must fit SortInfo::keys.size"},
      {SortStatus::values_range_too_small, "SortInfo::first + count", "must fit SortInfo::values.size"},
      {SortStatus::keys_range_too_large, "SortInfo::keys,", kExceed},
      {SortStatus::values_range_too_large, "SortInfo::values,", kExceed},
      {SortStatus::overlapping_ranges, "SortInfo::keys and SortInfo::values", kOverlap},
      {SortStatus::keys_range_past_buffer, "SortInfo::keys ", kInside},
      {SortStatus::values_range_past_buffer, "SortInfo::values ", kInside},
      {SortStatus::too_few_queries, "SortInfo::timestamps.count", kLeast},
      {SortStatus::needless_device_count, "SortInfo::device_count", kNull},
      {SortStatus::null_count_buffer, "SortInfo::device_count.buffer", kNotNull},
      {SortStatus::null_state_buffer, "SortInfo::state.buffer", kNotNull},
      {SortStatus::misaligned_count_offset, "SortInfo::device_count.offset", kMultiple},
      {SortStatus::misaligned_state_offset, "SortInfo::state.offset", kMultiple},
      {SortStatus::state_range_too_small, "SortInfo::state.size",
       "must be at least kStateBytes, with Count::lists listStateBytes() of the lists"},
      {SortStatus::overlapping_count, "SortInfo::device_count", kOverlap},
      {SortStatus::overlapping_state, "SortInfo::state", kOverlap},
      {SortStatus::count_past_buffer, "SortInfo::device_count", kInside},
      {SortStatus::state_range_past_buffer, "SortInfo::state", kInside},
      {SortStatus::needless_state, "SortInfo::state", kNull},
      {SortStatus::needless_lists, "SortInfo::lists.buffer", kNull},
      {SortStatus::null_lists_buffer, "SortInfo::lists.buffer", kNotNull},
      {SortStatus::misaligned_lists_offset, "SortInfo::lists.offset", kMultiple},
      {SortStatus::too_many_lists, "SortInfo::lists.list_count", kMost},
      {SortStatus::overlapping_lists, "SortInfo::lists", kOverlap},
      {SortStatus::lists_past_buffer, "SortInfo::lists", kInside},
      {SortStatus::needless_values, "SortInfo::values.buffer", kNull},
      {SortStatus::misaligned_scratch_offset, "SortInfo::scratch.offset", kMultiple},
      {SortStatus::scratch_range_too_small, "SortInfo::scratch.size", kLeast},
      {SortStatus::overlapping_scratch, "SortInfo::scratch", kOverlap},
      {SortStatus::scratch_range_past_buffer, "SortInfo::scratch", kInside},
      {SortStatus::above_max_count, "SortInfo::count", kMost},
      {SortStatus::null_scratch_buffer, "SortInfo::scratch.buffer", kNotNull},
  };
  const auto textOf = [](uint32_t status) { return std::string(vksort::describe(static_cast<SortStatus>(status))); };
  CHECK(textOf(0) == "ok");
  uint32_t last = 0;
  for (const auto& [status, argument, rule] : kRows) {
    CHECK(static_cast<uint32_t>(status) == ++last);  // none is left out
    const std::string text = textOf(last);
    INFO(text);
    CHECK(text.starts_with("record(): "));
    CHECK(text.find(rule) != text.npos);
    CHECK(text.find(argument) < text.find(rule));
    for (uint32_t i = 0; i < last; ++i) CHECK(text != textOf(i));
  }
  CHECK(textOf(last + 1) == "unknown status");
  CHECK(textOf(0xffffffffu) == "unknown status");
}

}  // namespace test

#endif
