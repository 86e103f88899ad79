// Misuse of record(): tables of mistakes and the status of each. Nothing is recorded then.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/record_calls.h"
#include "support/check/recorded_modes.h"
#include "vksort_verifier.h"

#ifdef NDEBUG  // builds with assertions stop

namespace test {
namespace {

using vksort::Count;
using vksort::SortInfo;
using vksort::SortStatus;
using vksort::Values;

constexpr VkDeviceSize kHuge = ~VkDeviceSize{0};
constexpr VkDeviceSize kFar = 1 << 30;  // behind the end of every buffer here
constexpr VkDeviceSize kTable = 10 * 8;

VkDeviceSize bytesOf(const Config& config) { return VkDeviceSize{keyWords(config)} * 4; }

namespace misuse {

using enum SortStatus;

// validCall(), one of its two ranges, and the bytes of an element there.
struct Call {
  SortInfo& info;
  vksort::Range& range;
  VkDeviceSize bytes;

  VkDeviceSize begin() const { return range.offset + info.first * bytes; }  // of what may be sorted
  VkDeviceSize end() const { return begin() + info.count * bytes; }
  void time(uint32_t queries) const { info.timestamps = {(VkQueryPool)uint64_t{1}, 0, queries}; }
  // All in the buffer of the range.
  void putValues(VkDeviceSize keys, VkDeviceSize values) const {
    info.values.buffer = info.keys.buffer;
    info.keys.offset = (keys + bytes - 1) / bytes * bytes;
    info.values.offset = values;
  }
  void putCount(VkDeviceSize count, VkDeviceSize state) const {
    info.device_count = {range.buffer, count};
    info.state.buffer = range.buffer;
    info.state.offset = state;
  }
  void putLists(VkDeviceSize lists, VkDeviceSize state) const {
    info.lists.buffer = info.state.buffer = range.buffer;
    info.lists.offset = lists;
    info.state.offset = state;
  }
};

struct Mistake {
  SortStatus status;
  const char* argument;  // that the text of the status names
  void (*make)(Call c);
};

constexpr Mistake kOfKeys[] = {
    {ok, "", [](Call) {}},
    {ok, "", [](Call c) { c.info.keys.size = 103 * c.bytes; }},
    {null_keys_buffer, "keys.buffer", [](Call c) { c.info.keys.buffer = VK_NULL_HANDLE; }},
    {misaligned_keys_offset, "keys.offset", [](Call c) { c.info.keys.offset += c.bytes - 1; }},
    {misaligned_keys_offset, "keys.offset", [](Call c) { c.info.keys.offset += c.bytes / 2; }},
    {keys_range_too_small, "keys.size", [](Call c) { c.info.keys.size = 103 * c.bytes - 1; }},
    {keys_range_too_small, "keys.size", [](Call c) { c.info.keys.size = 0; }},
    {keys_range_too_small, "keys.size", [](Call c) { c.info.first = ~0u; }},
    {keys_range_too_small, "keys.size", [](Call c) { c.info.count = ~0u; }},
    {keys_range_too_small, "keys.size", [](Call c) { c.info.first = c.info.count = ~0u; }},
    {keys_range_past_buffer, "keys", [](Call c) { c.info.keys.size += 1 << 24; }},
    {keys_range_past_buffer, "keys", [](Call c) { c.info.keys.size = kHuge; }},
    {too_few_queries, "timestamps.count", [](Call c) { c.time(1); }},
};

// At the end: right behind the keys and a word nearer; and the same the other way round.
constexpr Mistake kOfSplitValues[] = {
    {misaligned_values_offset, "values.offset", [](Call c) { c.info.values.offset += 2; }},
    {values_range_too_small, "values.size", [](Call c) { c.info.values.size = 103 * 4 - 1; }},
    {values_range_past_buffer, "values", [](Call c) { c.info.values.offset += 1 << 24; }},
    {overlapping_ranges, "values", [](Call c) { c.info.values = c.info.keys; }},
    {ok, "", [](Call c) { c.putValues(64, c.end() - 3 * 4); }},
    {overlapping_ranges, "values", [](Call c) { c.putValues(64, c.end() - 3 * 4 - 4); }},
    {ok, "", [](Call c) { c.putValues(64 + 103 * 4 - 3 * c.bytes, 64); }},
    {overlapping_ranges, "values", [](Call c) { c.putValues(64 + 103 * 4 - 4 * c.bytes, 64); }},
};

constexpr Mistake kOfDeviceCounts[] = {
    {ok, "", [](Call) {}},
    {keys_range_too_small, "keys.size", [](Call c) { c.info.count = ~0u; }},
    {misaligned_count_offset, "device_count.offset", [](Call c) { c.info.device_count.offset = 14; }},
    {misaligned_state_offset, "state.offset", [](Call c) { c.info.state.offset = 66; }},
    {state_range_too_small, "state.size", [](Call c) { c.info.state.size -= 1; }},
    {count_past_buffer, "device_count", [](Call c) { c.info.device_count.offset = kFar; }},
    {count_past_buffer, "device_count", [](Call c) { c.info.device_count.offset = kHuge - 3; }},
    {state_range_past_buffer, "state", [](Call c) { c.info.state.offset = kFar; }},
    {state_range_past_buffer, "state", [](Call c) { c.info.state.size = kHuge; }},
    {ok, "", [](Call c) { c.putCount(c.begin() - 4, c.end()); }},
    {overlapping_count, "device_count", [](Call c) { c.putCount(c.begin(), c.end()); }},
    {overlapping_count, "device_count", [](Call c) { c.putCount(c.end() - 4, c.end()); }},
    {overlapping_state, "state", [](Call c) { c.putCount(c.begin() - 4, c.end() - 4); }},
    {overlapping_state, "state", [](Call c) { c.putCount(c.end() + vksort::kStateBytes - 4, c.end()); }},
    {ok, "", [](Call c) { c.putCount(c.end() + vksort::kStateBytes, c.end()); }},
};

constexpr Mistake kOfLists[] = {
    {ok, "", [](Call) {}},
    {keys_range_too_small, "keys.size", [](Call c) { c.info.count = ~0u; }},
    {misaligned_lists_offset, "lists.offset", [](Call c) { c.info.lists.offset = 14; }},
    {misaligned_state_offset, "state.offset", [](Call c) { c.info.state.offset = 102; }},
    {too_many_lists, "lists.list_count", [](Call c) { c.info.lists.list_count = vksort::kMaxLists + 1; }},
    {too_many_lists, "lists.list_count", [](Call c) { c.info.lists.list_count = ~0u; }},
    {state_range_too_small, "state.size", [](Call c) { c.info.state.size -= 1; }},
    {state_range_too_small, "state.size", [](Call c) { c.info.lists.list_count = 11; }},
    {lists_past_buffer, "lists", [](Call c) { c.info.lists.offset = kFar; }},
    {lists_past_buffer, "lists", [](Call c) { c.info.lists.offset = kHuge - 3; }},
    {state_range_past_buffer, "state", [](Call c) { c.info.state.offset = kFar; }},
    {state_range_past_buffer, "state", [](Call c) { c.info.state.size = kHuge; }},
    {too_few_queries, "timestamps.count", [](Call c) { c.time(2); }},
    {ok, "", [](Call c) { c.range.offset += 128, c.putLists(c.begin() - kTable, c.end()); }},
    {overlapping_lists, "lists", [](Call c) { c.range.offset += 128, c.putLists(c.begin() - kTable + 4, c.end()); }},
    {overlapping_lists, "lists", [](Call c) { c.putLists(c.end() - 4, c.end() + kTable); }},
    {ok, "", [](Call c) { c.putLists(c.end(), c.end() + kTable); }},
    {overlapping_state, "state", [](Call c) { c.putLists(c.end(), c.end() + kTable - 4); }},
    {overlapping_state, "state", [](Call c) { c.putLists(c.end() + c.info.state.size - 4, c.end()); }},
};

// An argument, when it is wanted, and what is said if it is missing, or there in vain.
struct Argument {
  const char* name;
  bool (*wanted)(const Config& config, bool push);
  SortStatus missing, needless;
  void (*set)(SortInfo& info);    // it has a buffer, or is a set
  void (*clear)(SortInfo& info);  // what stands beside null is not looked at
};
const Argument kArguments[] = {
    {"values", [](const Config& config, bool) { return splitValues(config); }, null_values_buffer, needless_values,
     [](SortInfo& info) { info.values.buffer = info.keys.buffer; },
     [](SortInfo& info) { info.values.buffer = VK_NULL_HANDLE, info.values.offset = 3; }},
    {"device_count", [](const Config& config, bool) { return config.count == Count::device; }, null_count_buffer,
     needless_device_count, [](SortInfo& info) { info.device_count.buffer = info.keys.buffer; },
     [](SortInfo& info) { info.device_count.buffer = VK_NULL_HANDLE, info.device_count.offset = 3; }},
    {"lists", [](const Config& config, bool) { return config.count == Count::lists; }, null_lists_buffer,
     needless_lists, [](SortInfo& info) { info.lists.buffer = info.keys.buffer; },
     [](SortInfo& info) { info.lists.buffer = VK_NULL_HANDLE, info.lists.offset = 3, info.lists.list_count = 10; }},
    {"state", [](const Config& config, bool) { return config.count != Count::host || config.coherent; },
     null_state_buffer, needless_state, [](SortInfo& info) { info.state.buffer = info.keys.buffer; },
     [](SortInfo& info) { info.state.buffer = VK_NULL_HANDLE, info.state.offset = 3; }},
    {"descriptor_set", [](const Config&, bool push) { return !push; }, null_descriptor_set, needless_descriptor_set,
     [](SortInfo& info) { info.descriptor_set = kAnySet; },
     [](SortInfo& info) { info.descriptor_set = VK_NULL_HANDLE; }},
    {"hook_set", [](const Config& config, bool) { return config.hook; }, null_hook_set, needless_hook_set,
     [](SortInfo& info) { info.hook_set = kAnySet; }, [](SortInfo& info) { info.hook_set = VK_NULL_HANDLE; }},
};

}  // namespace misuse

constexpr Config kMisusedConfigs[] = {
    {},
    {.push_descriptor = false},
    {.values = Values::split},
    {.values = Values::interleaved},
    {.values = Values::iota, .push_descriptor = false},
    {.key_type = vksort::KeyType::u64},
    {.key_type = vksort::KeyType::u64, .values = Values::split},
    {.count = Count::device},
    {.values = Values::split, .count = Count::device},
    {.values = Values::interleaved, .count = Count::device},
    {.count = Count::device, .coherent = true},
    {.coherent = true},
    {.count = Count::lists},
    {.values = Values::split, .push_descriptor = false, .count = Count::lists},
    {.values = Values::interleaved, .count = Count::lists},
    {.values = Values::iota, .hook = true},
    {.push_descriptor = false, .count = Count::device, .hook = true},
};

void expectNamed(SortStatus status, const std::string& argument) {
  const std::string text = vksort::describe(status);
  CHECK_MESSAGE(text.find("SortInfo::" + argument) != text.npos, argument << " in: " << text);
}

// Mistakes about the keys, or about values in a buffer of their own.
void expectEach(Rig& rig, const Config& config, std::span<const misuse::Mistake> mistakes, bool of_values = false) {
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    INFO("mistake " << i);
    CAPTURE(of_values);
    SortInfo info = validCall(rig, config);
    mistakes[i].make({info, of_values ? info.values : info.keys, of_values ? 4 : bytesOf(config)});
    CHECK(statusOf(rig.sorter(config), info) == mistakes[i].status);
    if (mistakes[i].status != SortStatus::ok) expectNamed(mistakes[i].status, mistakes[i].argument);
  }
}

// A valid call of the mode by a fake sorter.
SortInfo modeCall(Rig& rig, const Config& config, const vksort::Sorter& sorter, uint32_t lists) {
  SortInfo info = modeInfo(rig, config, lists);
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = kAnySet;
  return info;
}

// A member of the arguments that says where one begins, with what that takes.
struct PlacedArgument {
  VkBuffer buffer;
  VkDeviceSize* offset;
  VkDeviceSize bytes, element;
  SortStatus past;
};

std::vector<PlacedArgument> placesOf(const Config& config, SortInfo& info) {
  std::vector<PlacedArgument> places = {
      {info.keys.buffer, &info.keys.offset, info.keys.size, bytesOf(config), SortStatus::keys_range_past_buffer}};
  const auto add = [&](VkBuffer buffer, VkDeviceSize& offset, VkDeviceSize bytes, SortStatus past) {
    if (buffer != VK_NULL_HANDLE) places.push_back({buffer, &offset, bytes, 4, past});
  };
  add(info.values.buffer, info.values.offset, info.values.size, SortStatus::values_range_past_buffer);
  add(info.device_count.buffer, info.device_count.offset, 4, SortStatus::count_past_buffer);
  add(info.lists.buffer, info.lists.offset, VkDeviceSize{info.lists.list_count} * 8, SortStatus::lists_past_buffer);
  add(info.state.buffer, info.state.offset, info.state.size, SortStatus::state_range_past_buffer);
  return places;
}

// Each text is another, names an argument of the call and says a rule.
template <typename Status>
void expectTexts(const std::string& info_name, uint32_t statuses) {
  const auto textOf = [](uint32_t status) { return std::string(vksort::describe(static_cast<Status>(status))); };
  CHECK(textOf(0) == "ok");
  std::vector<std::string> texts;
  for (uint32_t i = 1; textOf(i) != "unknown status"; ++i) {
    const std::string text = textOf(i);
    INFO(text);
    CHECK(text.starts_with("record(): "));
    const bool of_call = text.find("never created") != text.npos || text.find("command_buffer") != text.npos;
    CHECK((of_call || text.find(info_name + "::") != text.npos));
    CHECK((of_call || text.find(" must ") != text.npos));
    CHECK(std::ranges::count(texts, text) == 0);
    texts.push_back(text);
  }
  CHECK(texts.size() == statuses);
  CHECK(textOf(~0u) == "unknown status");
}

}  // namespace

TEST_CASE("reports_misuse_and_records_nothing" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kMisusedConfigs) {
      INFO(describe(config));
      const SortInfo valid = validCall(rig, config);
      CHECK(statusOf(vksort::Sorter(), valid) == SortStatus::no_sorter);
      CHECK(statusOf(rig.sorter(config), valid, VK_NULL_HANDLE) == SortStatus::null_command_buffer);
      if (config.count == Count::host && !config.coherent) expectEach(rig, config, misuse::kOfKeys);
      if (config.count == Count::host && config.values == Values::split)
        expectEach(rig, config, misuse::kOfSplitValues);
      for (const bool of_values : {false, true}) {
        if (of_values && !splitValues(config)) continue;
        if (config.count == Count::device) expectEach(rig, config, misuse::kOfDeviceCounts, of_values);
        if (config.count == Count::lists) expectEach(rig, config, misuse::kOfLists, of_values);
      }
    }
  });
}

TEST_CASE("takes_each_buffer_and_set_where_it_has_a_use_and_nowhere_else" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kMisusedConfigs) {
      INFO(describe(config));
      const vksort::Sorter& sorter = rig.sorter(config);
      const bool push = sorter.descriptorSetLayout() == VK_NULL_HANDLE;
      SortInfo nothing_more = validCall(rig, config);
      for (const misuse::Argument& each : misuse::kArguments) {
        INFO(each.name);
        const bool wanted = each.wanted(config, push);
        SortInfo info = validCall(rig, config);
        (wanted ? each.clear : each.set)(info);
        CHECK(statusOf(sorter, info) == (wanted ? each.missing : each.needless));
        for (const SortStatus status : {each.missing, each.needless}) expectNamed(status, each.name);
        if (!wanted) each.clear(nothing_more);
      }
      CHECK(statusOf(sorter, nothing_more) == SortStatus::ok);
    }
  });
}

TEST_CASE("takes_arguments_that_end_with_their_buffer_and_none_that_end_later" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      SortInfo info = modeCall(rig, config, sorter, 7);
      CHECK(statusOf(sorter, info) == SortStatus::ok);
      for (const PlacedArgument& each : placesOf(config, info)) {
        INFO(describe(config) << ": " << vksort::describe(each.past));
        VkMemoryRequirements memory{};
        rig.device().vk.vkGetBufferMemoryRequirements(rig.device().handle(), each.buffer, &memory);
        const VkDeviceSize before = *each.offset, end = memory.size / each.element * each.element;
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
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      for (const uint32_t lists : {1u, 7u, 65'536u}) {
        const SortInfo valid = modeCall(rig, config, sorter, lists);
        if (valid.state.buffer == VK_NULL_HANDLE) continue;
        INFO(describe(config) << ", " << lists << " lists");
        SortInfo info = valid;
        CHECK(statusOf(sorter, info) == SortStatus::ok);
        info.state.size -= 1;
        CHECK(statusOf(sorter, info) == SortStatus::state_range_too_small);
        // Its last word, and only that, is the first key or value; then it ends right before.
        for (const bool of_values : {false, true}) {
          if (of_values && !splitValues(config)) continue;
          info = valid;
          vksort::Range& range = of_values ? info.values : info.keys;
          const VkDeviceSize bytes = of_values ? 4 : bytesOf(config);
          info.state.buffer = range.buffer;
          info.state.offset = 0;
          range.offset = (info.state.size - 4) / bytes * bytes;
          CHECK(statusOf(sorter, info) == SortStatus::overlapping_state);
          range.offset = (info.state.size + bytes - 1) / bytes * bytes;
          CHECK(statusOf(sorter, info) == SortStatus::ok);
        }
      }
    }
  });
}

TEST_CASE("checks_nothing_where_there_is_nothing_to_sort" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.only_logs = true;
    for (const Config& config : everyMode()) {
      const vksort::Sorter sorter = fakeSorter(rig, config);
      INFO(describe(config));
      const HookScope hooks(faults);
      CHECK(sorter.record(VK_NULL_HANDLE, {}) == SortStatus::ok);
      SortInfo info;
      info.count = 1000;  // in no list
      CHECK((sorter.record(VK_NULL_HANDLE, info) == SortStatus::ok) == (config.count == Count::lists));
      info.lists.list_count = 1;
      CHECK(sorter.record(VK_NULL_HANDLE, info) == SortStatus::null_command_buffer);
      info = modeCall(rig, config, sorter, 7);
      info.count = 1;
      if (config.count == Count::host && config.values != Values::iota && !config.hook)
        CHECK(sorter.record(kCommands, info) == SortStatus::ok);
      CHECK(hooks.log.commands.empty());
      CHECK(hooks.log.ranges.empty());
    }
    CHECK(vksort::Sorter().record(VK_NULL_HANDLE, {}) == SortStatus::no_sorter);
  });
}

TEST_CASE("reports_ranges_beyond_what_the_device_can_bind" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.values = Values::split};
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxStorageBufferRange = 4096; };
    const vksort::Sorter sorter = fakeSorter(rig, config, faults);
    SortInfo info = validCall(rig, config);
    info.keys.size = info.values.size = 8192;
    info.keys.offset = info.values.offset = info.first = 0;
    info.count = 1024;
    CHECK(statusOf(sorter, info) == SortStatus::ok);
    info.count = 1025;
    CHECK(statusOf(sorter, info) == SortStatus::keys_range_too_large);
    info.count = 1024;
    info.values.offset = 4;  // the descriptor begins at an aligned offset before it
    CHECK(statusOf(sorter, info) == SortStatus::values_range_too_large);
  });
}

TEST_CASE("describes_every_status" * doctest::test_suite("one width")) {
  expectTexts<SortStatus>("SortInfo", 42);
  expectTexts<vksort::VerifyStatus>("VerifyInfo", 22);
}

}  // namespace test

#endif
