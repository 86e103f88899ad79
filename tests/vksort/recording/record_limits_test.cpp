// Misuse of record() at its limits: ranges at the end of their buffers, in every mode; and of two mistakes at a time.
#include <doctest/doctest.h>

#include "support/check/recorded_modes.h"

#ifdef NDEBUG  // builds with assertions stop

namespace test {
namespace {

using vksort::Count;
using vksort::SortInfo;
using vksort::SortStatus;
using vksort::Values;

SortStatus statusOf(const vksort::Sorter& sorter, SortInfo info) {
  Faults faults;
  faults.only_logs = true;
  HookScope hooks(faults);
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = (VkDescriptorSet)uint64_t{1};
  const SortStatus status = sorter.record(reinterpret_cast<VkCommandBuffer>(uint64_t{1}), info);
  CHECK(hooks.log.commands.empty() == (status != SortStatus::ok));
  return status;
}

VkDeviceSize memoryOf(Rig& rig, VkBuffer buffer) {
  VkMemoryRequirements memory{};
  rig.device().vk.vkGetBufferMemoryRequirements(rig.device().handle(), buffer, &memory);
  return memory.size;
}

// A member of the arguments that says where one begins, with what that takes.
struct Placed {
  VkBuffer buffer;
  VkDeviceSize* offset;
  VkDeviceSize bytes, element;
  SortStatus past;
};

std::vector<Placed> placesOf(const Config& config, SortInfo& info) {
  const VkDeviceSize key = VkDeviceSize{keyWords(config)} * 4;
  std::vector<Placed> places = {
      {info.keys.buffer, &info.keys.offset, info.keys.size, key, SortStatus::keys_range_past_buffer}};
  if (splitValues(config)) {
    places.push_back(
        {info.values.buffer, &info.values.offset, info.values.size, 4, SortStatus::values_range_past_buffer});
  }
  if (config.count == Count::device)
    places.push_back({info.device_count.buffer, &info.device_count.offset, 4, 4, SortStatus::count_past_buffer});
  if (config.count == Count::lists) {
    places.push_back({info.lists.buffer, &info.lists.offset, VkDeviceSize{info.lists.list_count} * 8, 4,
                      SortStatus::lists_past_buffer});
  }
  if (info.state.buffer != VK_NULL_HANDLE) {
    places.push_back({info.state.buffer, &info.state.offset, info.state.size, 4, SortStatus::state_range_past_buffer});
  }
  return places;
}

enum Member : uint32_t {
  kKeysBuffer = 1,
  kKeysOffset = 2,
  kKeysSize = 4,
  kValuesBuffer = 8,
  kValuesOffset = 16,
  kValuesSize = 32,
  kCountBuffer = 64,
  kCountOffset = 128,
  kStateBuffer = 256,
  kStateOffset = 512,
  kStateSize = 1024,
};

struct Mistake {
  SortStatus status;
  uint32_t members;  // that it changes, or that make it one
  void (*make)(SortInfo&);
};

// In the order in which they are reported: each kind for keys and values, then each kind for the others.
constexpr Mistake kMistakes[] = {
    {SortStatus::null_keys_buffer, kKeysBuffer, [](SortInfo& info) { info.keys.buffer = VK_NULL_HANDLE; }},
    {SortStatus::null_values_buffer, kValuesBuffer, [](SortInfo& info) { info.values.buffer = VK_NULL_HANDLE; }},
    {SortStatus::misaligned_keys_offset, kKeysOffset, [](SortInfo& info) { info.keys.offset += 2; }},
    {SortStatus::misaligned_values_offset, kValuesOffset, [](SortInfo& info) { info.values.offset += 2; }},
    {SortStatus::keys_range_too_small, kKeysSize, [](SortInfo& info) { info.keys.size = 0; }},
    {SortStatus::values_range_too_small, kValuesSize, [](SortInfo& info) { info.values.size = 0; }},
    {SortStatus::overlapping_ranges, kKeysBuffer | kKeysOffset | kValuesBuffer | kValuesOffset,
     [](SortInfo& info) {
       info.values.buffer = info.keys.buffer;
       info.values.offset = info.keys.offset;
     }},
    {SortStatus::keys_range_past_buffer, kKeysSize | kKeysBuffer, [](SortInfo& info) { info.keys.size = 1u << 31; }},
    {SortStatus::values_range_past_buffer, kValuesSize | kValuesBuffer,
     [](SortInfo& info) { info.values.size = 1u << 31; }},
    {SortStatus::null_count_buffer, kCountBuffer, [](SortInfo& info) { info.device_count.buffer = VK_NULL_HANDLE; }},
    {SortStatus::null_state_buffer, kStateBuffer, [](SortInfo& info) { info.state.buffer = VK_NULL_HANDLE; }},
    {SortStatus::misaligned_count_offset, kCountOffset, [](SortInfo& info) { info.device_count.offset += 2; }},
    {SortStatus::misaligned_state_offset, kStateOffset, [](SortInfo& info) { info.state.offset += 2; }},
    {SortStatus::state_range_too_small, kStateSize, [](SortInfo& info) { info.state.size = vksort::kStateBytes - 4; }},
    {SortStatus::overlapping_count, kCountBuffer | kCountOffset | kKeysBuffer | kKeysOffset,
     [](SortInfo& info) {
       info.device_count = {info.keys.buffer, info.keys.offset};
     }},
    {SortStatus::overlapping_state, kStateBuffer | kStateOffset | kValuesBuffer | kValuesOffset,
     [](SortInfo& info) {
       info.state.buffer = info.values.buffer;
       info.state.offset = info.values.offset;
     }},
    {SortStatus::count_past_buffer, kCountBuffer | kCountOffset,
     [](SortInfo& info) { info.device_count.offset = 1u << 31; }},
    {SortStatus::state_range_past_buffer, kStateSize | kStateBuffer,
     [](SortInfo& info) { info.state.size = 1u << 31; }},
};

}  // namespace

TEST_CASE("takes_arguments_that_end_with_their_buffer_and_none_that_end_later" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      SortInfo info = modeInfo(rig, config, 7);
      CHECK(statusOf(sorter, info) == SortStatus::ok);
      for (const Placed& each : placesOf(config, info)) {
        INFO(describe(config) << ": " << vksort::describe(each.past));
        const VkDeviceSize before = *each.offset;
        const VkDeviceSize end = memoryOf(rig, each.buffer) / each.element * each.element;
        *each.offset = end - each.bytes;
        CHECK(statusOf(sorter, info) == SortStatus::ok);
        for (const VkDeviceSize further : {each.element, each.bytes, VkDeviceSize{1} << 33}) {
          *each.offset = end - each.bytes + further;
          CHECK(statusOf(sorter, info) == each.past);
        }
        *each.offset = before;
      }
    }
  });
}

TEST_CASE("takes_a_state_of_just_the_size_that_the_mode_needs" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      for (const uint32_t lists : {1u, 7u, 65'536u}) {
        SortInfo info = modeInfo(rig, config, lists);
        if (info.state.buffer == VK_NULL_HANDLE) continue;
        INFO(describe(config) << ", " << lists << " lists");
        CHECK(statusOf(sorter, info) == SortStatus::ok);
        info.state.size -= 1;
        CHECK(statusOf(sorter, info) == SortStatus::state_range_too_small);
        info = modeInfo(rig, config, lists);
        info.state.buffer = VK_NULL_HANDLE;
        CHECK(statusOf(sorter, info) == SortStatus::null_state_buffer);
        info = modeInfo(rig, config, lists);
        info.state.offset += 1;
        CHECK(statusOf(sorter, info) == SortStatus::misaligned_state_offset);
        // Its last word, and only that, is the first key; then it ends right before.
        const VkDeviceSize element = VkDeviceSize{keyWords(config)} * 4;
        info = modeInfo(rig, config, lists);
        info.state.buffer = info.keys.buffer;
        info.state.offset = 0;
        info.keys.offset = (info.state.size - 4) / element * element;
        CHECK(statusOf(sorter, info) == SortStatus::overlapping_state);
        info.keys.offset = (info.state.size + element - 1) / element * element;
        CHECK(statusOf(sorter, info) == SortStatus::ok);
      }
    }
  });
}

TEST_CASE("keeps_to_the_workgroups_per_axis_that_the_device_has_in_every_mode" * doctest::test_suite("one width")) {
  static constexpr uint32_t kMost = 3;
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxComputeWorkGroupCount[0] = kMost; };
    const auto check = [](const Log& log, std::span<const uint32_t> groups) {
      std::size_t dispatch = 0;
      for (const Command& command : log.commands) {
        if (command.kind != Command::Kind::dispatch) continue;
        const uint32_t wanted = dispatch < groups.size() ? groups[dispatch] : 1;
        ++dispatch;
        if (command.arguments != VK_NULL_HANDLE) continue;
        CHECK(command.groups.width <= kMost);
        CHECK(uint64_t{command.groups.width} * command.groups.height >= wanted);
        CHECK(command.groups.depth == 1);
      }
      CHECK(dispatch > 0);
    };
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config, faults);
      INFO(describe(config));
      const SortInfo info = modeInfo(rig, config, 10'000);
      const Recorded made = recordMode(rig, sorter, info);
      std::vector<uint32_t> groups;
      for (uint32_t i = 0; i < made.kernels.size(); ++i) {
        const bool lists = config.count == Count::lists;
        groups.push_back(
            (lists ? sorter.planListsPass(10'000, info.count, i) : sorter.planPass(info.count, i, config.lent))
                .workgroups);
      }
      check(made.log, groups);
    }
    faults.fake_objects = faults.only_logs = true;
    HookScope hooks(faults);
    const vksort::Verifier verifier = rig.makeVerifier();
    constexpr uint32_t kTile = 2048;  // elements that a workgroup looks at
    vksort::VerifyInfo info;
    info.keys = {rig.arena(0, 0).device.handle(), 0, 10 * kTile * 4 + 4};
    info.count = 10 * kTile + 1;
    info.result = {rig.arena(1, 0).device.handle(), 0, sizeof(vksort::VerifyResult)};
    if (verifier.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = (VkDescriptorSet)uint64_t{1};
    REQUIRE(verifier.record(reinterpret_cast<VkCommandBuffer>(uint64_t{1}), info) == vksort::VerifyStatus::ok);
    check(hooks.log, std::vector<uint32_t>{1, 11});
  });
}

TEST_CASE("checks_nothing_where_there_is_nothing_to_sort" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      INFO(describe(config));
      Faults faults;
      faults.only_logs = true;
      const HookScope hooks(faults);
      CHECK(sorter.record(VK_NULL_HANDLE, {}) == SortStatus::ok);
      SortInfo info;
      info.count = 1000;  // in no list
      CHECK((sorter.record(VK_NULL_HANDLE, info) == SortStatus::ok) == (config.count == Count::lists));
      info.lists.list_count = 1;
      CHECK(sorter.record(VK_NULL_HANDLE, info) == SortStatus::null_command_buffer);
      CHECK(hooks.log.commands.empty());
      CHECK(hooks.log.ranges.empty());
    }
    CHECK(vksort::Sorter().record(VK_NULL_HANDLE, {}) == SortStatus::no_sorter);
  });
}

TEST_CASE("reports_the_first_of_two_mistakes" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::split, .path = vksort::Path::floor, .count = Count::device};
    const vksort::Sorter sorter = fakeSorter(rig, config);
    uint32_t pairs = 0;
    for (std::size_t i = 0; i < std::size(kMistakes); ++i) {
      for (std::size_t j = i; j < std::size(kMistakes); ++j) {
        const Mistake &first = kMistakes[i], &second = kMistakes[j];
        if (i != j && (first.members & second.members) != 0) continue;
        SortInfo info = modeInfo(rig, config);
        info.values.offset = 4096;  // else what is read of it is no different from keys
        second.make(info);
        if (i != j) first.make(info);
        INFO(vksort::describe(first.status) << " and " << vksort::describe(second.status));
        CHECK(statusOf(sorter, info) == first.status);
        ++pairs;
      }
    }
    CHECK(pairs > 100);
  });
}

}  // namespace test

#endif
