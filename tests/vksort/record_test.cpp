// Misuse of record(): in builds without assertions it is reported, and nothing is recorded.
#include <doctest/doctest.h>

#include "conform.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"

#ifdef NDEBUG

namespace test {
namespace {

using vksort::Status;
using vksort::Values;

// Changes one thing of a valid call at a time.
class Calls {
 public:
  Calls(Rig& rig, const Config& config) : rig_(rig), config_(config), pool_(rig.device()), cmd_(pool_.allocate()) {
    gpu::begin(rig.device(), cmd_);
    const VkDescriptorSetLayout layout = rig.sorter(config).descriptorSetLayout();
    if (config.hook) hook_set_ = rig.hookSet();
    if (layout == VK_NULL_HANDLE) return;
    sets_ = {rig.device(), 1, vksort::kDescriptorsPerSet};
    set_ = sets_.allocate(layout);
  }

  vksort::SortInfo valid() {
    vksort::SortInfo info;
    info.keys = {rig_.arena(0, 1 << 12).device.handle(), 64, 4096};
    if (splitValues(config_)) info.values = {rig_.arena(1, 1 << 12).device.handle(), 64, 4096};
    info.first = 3;
    info.count = 100;
    info.descriptor_set = set_;
    if (config_.hook) info.hook_set = hook_set_;
    if (config_.count == vksort::Count::lists) {
      const VkBuffer lists = rig_.arena(2, 1 << 12).device.handle();
      info.lists = {lists, 12, 10, 16};  // tiny ones
      info.state = {lists, 100, vksort::listStateBytes(10)};
    }
    if (config_.count == vksort::Count::device) {
      const VkBuffer counts = rig_.arena(2, 1 << 12).device.handle();
      info.device_count = {counts, 12};
      info.state = {counts, 20, vksort::kStateBytes};
    }
    return info;
  }

  template <typename Edit>
  void expect(Status expected, Edit edit) {
    vksort::SortInfo info = valid();
    edit(info);
    expectStatus(expected, rig_.sorter(config_), cmd_, info);
  }

  void expectStatus(Status expected, const vksort::Sorter& sorter, VkCommandBuffer cmd, const vksort::SortInfo& info) {
    HookScope hooks;
    const Status status = sorter.record(cmd, info);
    INFO(vksort::describe(status));
    CHECK(status == expected);
    if (status == Status::ok) memoryBarrier(rig_.device(), cmd, vksort::kAfter, vksort::kBefore);
    CHECK(hooks.log.commands.empty() == (expected != Status::ok));
    CHECK(hooks.log.ranges.empty() == (expected != Status::ok));
  }

  VkCommandBuffer cmd() const { return cmd_; }

 private:
  Rig& rig_;
  Config config_;
  gpu::CommandPool pool_;
  VkCommandBuffer cmd_;
  gpu::DescriptorPool sets_;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkDescriptorSet hook_set_ = VK_NULL_HANDLE;
};

}  // namespace

TEST_CASE("reports_misuse_and_records_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const bool push : {true, false}) {
      for (const Values values : {Values::none, Values::split, Values::interleaved, Values::iota}) {
        const Config config{.values = values, .push_descriptor = push};
        INFO(describe(config));
        const bool pushes = rig.sorter(config).descriptorSetLayout() == VK_NULL_HANDLE;
        const VkDeviceSize element = values == Values::interleaved ? 8 : 4;
        Calls calls(rig, config);
        calls.expect(Status::ok, [](auto&) {});
        calls.expectStatus(Status::no_sorter, vksort::Sorter(), calls.cmd(), calls.valid());
        calls.expectStatus(Status::null_command_buffer, rig.sorter(config), VK_NULL_HANDLE, calls.valid());
        calls.expect(Status::null_keys_buffer, [](auto& info) { info.keys.buffer = VK_NULL_HANDLE; });
        calls.expect(Status::misaligned_keys_offset, [=](auto& info) { info.keys.offset += element - 1; });
        calls.expect(Status::misaligned_keys_offset, [=](auto& info) { info.keys.offset += element / 2; });
        calls.expect(Status::keys_range_too_small, [=](auto& info) { info.keys.size = 103 * element - 1; });
        calls.expect(Status::keys_range_too_small, [](auto& info) { info.keys.size = 0; });
        calls.expect(Status::keys_range_too_small, [](auto& info) { info.first = 0xffffffffu; });
        calls.expect(Status::keys_range_too_small, [](auto& info) { info.count = 0xffffffffu; });
        calls.expect(Status::keys_range_too_small, [](auto& info) { info.first = info.count = 0xffffffffu; });
        calls.expect(Status::keys_range_past_buffer, [](auto& info) { info.keys.size += 1 << 24; });
        calls.expect(Status::keys_range_past_buffer, [](auto& info) { info.keys.size = ~VkDeviceSize{0}; });
        calls.expect(Status::too_few_queries, [&](auto& info) {
          info.timestamps = {(VkQueryPool)uint64_t{1}, 0, rig.sorter(config).plan(info.count).timestamps - 1};
        });
        if (pushes) {
          calls.expect(Status::needless_descriptor_set,
                       [](auto& info) { info.descriptor_set = (VkDescriptorSet)uint64_t{1}; });
        } else {
          calls.expect(Status::null_descriptor_set, [](auto& info) { info.descriptor_set = VK_NULL_HANDLE; });
        }
        if (!splitValues(config)) continue;
        calls.expect(Status::null_values_buffer, [](auto& info) { info.values.buffer = VK_NULL_HANDLE; });
        calls.expect(Status::misaligned_values_offset, [](auto& info) { info.values.offset += 2; });
        calls.expect(Status::values_range_too_small, [](auto& info) { info.values.size = 103 * 4 - 1; });
        calls.expect(Status::values_range_past_buffer, [](auto& info) { info.values.offset += 1 << 24; });
        calls.expect(Status::overlapping_ranges, [](auto& info) { info.values = info.keys; });
        calls.expect(Status::overlapping_ranges, [](auto& info) {
          info.values.buffer = info.keys.buffer;
          info.values.offset = info.keys.offset + 99 * 4;
        });
        calls.expect(Status::overlapping_ranges, [](auto& info) {
          info.values.buffer = info.keys.buffer;
          info.keys.offset += 99 * 4;
        });
      }
    }
  });
}

TEST_CASE("reports_misuse_of_a_device_count" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      const Config config{.values = values, .count = vksort::Count::device};
      INFO(describe(config));
      const VkBuffer elsewhere = rig.arena(2, 1 << 12).device.handle();
      {
        Calls host_counted(rig, {.values = values});
        host_counted.expect(Status::needless_device_count, [&](auto& info) { info.device_count.buffer = elsewhere; });
        host_counted.expect(Status::needless_state, [&](auto& info) { info.state.buffer = elsewhere; });
        host_counted.expect(Status::needless_lists, [&](auto& info) { info.lists.buffer = elsewhere; });
      }
      Calls calls(rig, config);
      const VkDeviceSize element = values == Values::interleaved ? 8 : 4;
      const VkDeviceSize begin = 64 + 3 * element, end = begin + 100 * element;  // of what may be sorted
      calls.expect(Status::ok, [](auto&) {});
      calls.expect(Status::keys_range_too_small, [](auto& info) { info.count = 0xffffffffu; });
      calls.expect(Status::null_count_buffer, [](auto& info) { info.device_count.buffer = VK_NULL_HANDLE; });
      calls.expect(Status::null_state_buffer, [](auto& info) { info.state.buffer = VK_NULL_HANDLE; });
      calls.expect(Status::misaligned_count_offset, [](auto& info) { info.device_count.offset = 14; });
      calls.expect(Status::misaligned_state_offset, [](auto& info) { info.state.offset = 66; });
      calls.expect(Status::state_range_too_small, [](auto& info) { info.state.size = vksort::kStateBytes - 1; });
      calls.expect(Status::count_past_buffer, [](auto& info) { info.device_count.offset = 1 << 30; });
      calls.expect(Status::count_past_buffer, [](auto& info) { info.device_count.offset = ~VkDeviceSize{3}; });
      calls.expect(Status::state_range_past_buffer, [](auto& info) { info.state.offset = 1 << 30; });
      calls.expect(Status::state_range_past_buffer, [](auto& info) { info.state.size = ~VkDeviceSize{0}; });
      // Right before and behind what may be sorted, and one word nearer.
      const auto at = [](VkDeviceSize count, VkDeviceSize state) {
        return [=](auto& info) {
          info.device_count = {info.keys.buffer, count};
          info.state.buffer = info.keys.buffer;
          info.state.offset = state;
        };
      };
      calls.expect(Status::ok, at(begin - 4, end));
      calls.expect(Status::overlapping_count, at(begin, end));
      calls.expect(Status::overlapping_count, at(end - 4, end));
      calls.expect(Status::overlapping_state, at(begin - 4, end - 4));
      calls.expect(Status::overlapping_state, at(end, end));
      calls.expect(Status::overlapping_state, at(end + vksort::kStateBytes - 4, end));
      calls.expect(Status::ok, at(end + vksort::kStateBytes, end));
      if (values != Values::split) continue;
      calls.expect(Status::overlapping_count, [&](auto& info) { info.device_count = {info.values.buffer, begin}; });
      calls.expect(Status::overlapping_state, [&](auto& info) { info.state.buffer = info.values.buffer; });
    }
  });
}

TEST_CASE("reports_misuse_of_lists") {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      const Config config{.values = values, .count = vksort::Count::lists};
      INFO(describe(config));
      Calls calls(rig, config);
      const VkDeviceSize element = values == Values::interleaved ? 8 : 4;
      const VkDeviceSize begin = 64 + 3 * element, end = begin + 100 * element;  // of what may be sorted
      const VkDeviceSize table = 10 * 8, state = vksort::listStateBytes(10);
      calls.expect(Status::ok, [](auto&) {});
      calls.expect(Status::keys_range_too_small, [](auto& info) { info.count = 0xffffffffu; });
      calls.expect(Status::needless_device_count, [](auto& info) { info.device_count.buffer = info.keys.buffer; });
      calls.expect(Status::null_lists_buffer, [](auto& info) { info.lists.buffer = VK_NULL_HANDLE; });
      calls.expect(Status::null_state_buffer, [](auto& info) { info.state.buffer = VK_NULL_HANDLE; });
      calls.expect(Status::misaligned_lists_offset, [](auto& info) { info.lists.offset = 14; });
      calls.expect(Status::misaligned_state_offset, [](auto& info) { info.state.offset = 102; });
      calls.expect(Status::too_many_lists, [](auto& info) { info.lists.list_count = vksort::kMaxLists + 1; });
      calls.expect(Status::too_many_lists, [](auto& info) { info.lists.list_count = 0xffffffffu; });
      calls.expect(Status::state_range_too_small, [](auto& info) { info.state.size -= 1; });
      calls.expect(Status::state_range_too_small, [](auto& info) { info.lists.list_count = 11; });
      calls.expect(Status::lists_past_buffer, [](auto& info) { info.lists.offset = 1 << 30; });
      calls.expect(Status::lists_past_buffer, [](auto& info) { info.lists.offset = ~VkDeviceSize{3}; });
      calls.expect(Status::state_range_past_buffer, [](auto& info) { info.state.offset = 1 << 30; });
      calls.expect(Status::state_range_past_buffer, [](auto& info) { info.state.size = ~VkDeviceSize{0}; });
      calls.expect(Status::too_few_queries, [&](auto& info) {
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
      calls.expect(Status::ok, at(begin - table, end));
      calls.expect(Status::overlapping_lists, at(begin - table + 4, end));
      calls.expect(Status::overlapping_lists, at(end - 4, end + table));
      calls.expect(Status::ok, at(end, end + table));
      calls.expect(Status::overlapping_state, at(end, end + table - 4));
      calls.expect(Status::overlapping_state, at(end + state - 4, end));
      calls.expect(Status::overlapping_state, at(begin - table, end - 4));
      if (values != Values::split) continue;
      calls.expect(Status::overlapping_lists, [&](auto& info) {
        info.lists.buffer = info.values.buffer;
        info.lists.offset = begin;
      });
      calls.expect(Status::overlapping_state, [&](auto& info) { info.state.buffer = info.values.buffer; });
    }
    // Nothing to do: nothing is checked.
    Calls none(rig, {.count = vksort::Count::lists});
    HookScope hooks;
    vksort::SortInfo info;
    info.count = 10;
    CHECK(rig.sorter({.count = vksort::Count::lists}).record(none.cmd(), info) == Status::ok);
    CHECK(hooks.log.commands.empty());
  });
}

TEST_CASE("reports_misuse_of_a_hook") {
  onEveryDevice([](Rig& rig) {
    for (const bool push : {true, false}) {
      const Config config{.values = Values::iota, .path = vksort::Path::floor, .push_descriptor = push, .hook = true};
      Calls calls(rig, config);
      calls.expect(Status::ok, [](auto&) {});
      calls.expect(Status::null_hook_set, [](auto& info) { info.hook_set = VK_NULL_HANDLE; });
      Calls plain(rig, {.push_descriptor = push});
      plain.expect(Status::needless_hook_set, [](auto& info) { info.hook_set = (VkDescriptorSet)uint64_t{1}; });
    }
  });
}

TEST_CASE("accepts_ranges_that_touch") {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::split};
    Calls calls(rig, config);
    calls.expect(Status::ok, [](auto& info) {
      info.values.buffer = info.keys.buffer;
      info.values.offset = info.keys.offset + 100 * 4;
    });
    calls.expect(Status::ok, [](auto& info) {
      info.values.buffer = info.keys.buffer;
      info.keys.offset += 100 * 4;
    });
    calls.expect(Status::ok, [](auto& info) { info.keys.size = info.values.size = 103 * 4; });
  });
}

TEST_CASE("reports_ranges_beyond_what_the_device_can_bind") {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxStorageBufferRange = 4096; };
    const HookScope hooks(faults);
    const vksort::Sorter sorter = rig.makeSorter({.values = Values::split});
    Calls calls(rig, {.values = Values::split});
    vksort::SortInfo info = calls.valid();
    info.keys.size = info.values.size = 8192;
    info.keys.offset = info.values.offset = info.first = 0;
    info.count = 1024;
    calls.expectStatus(Status::ok, sorter, calls.cmd(), info);
    info.count = 1025;
    calls.expectStatus(Status::keys_range_too_large, sorter, calls.cmd(), info);
    info.count = 1024;
    info.values.offset = 4;  // the descriptor begins at an aligned offset before it
    calls.expectStatus(Status::values_range_too_large, sorter, calls.cmd(), info);
  });
}

TEST_CASE("describes_every_status") {
  for (uint32_t i = 0; i <= static_cast<uint32_t>(Status::lists_past_buffer); ++i) {
    const std::string text = vksort::describe(static_cast<Status>(i));
    CHECK(!text.empty());
    for (uint32_t j = 0; j < i; ++j) CHECK(text != vksort::describe(static_cast<Status>(j)));
  }
}

}  // namespace test

#endif
