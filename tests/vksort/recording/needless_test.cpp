// One rule for all arguments: a buffer or a set is refused where the Sorter has no use for it, and asked for where it
// has.
#include "support/check/record_calls.h"

#ifdef NDEBUG

namespace test {
namespace {

using vksort::Count;
using vksort::SortStatus;
using vksort::Values;

constexpr Config kNeedlessConfigs[] = {
    {},
    {.values = Values::split},
    {.values = Values::interleaved},
    {.values = Values::iota, .push_descriptor = false},
    {.key_type = vksort::KeyType::u64},
    {.values = Values::split, .count = Count::device},
    {.count = Count::device, .coherent = true},
    {.coherent = true},
    {.count = Count::lists},
    {.values = Values::split, .push_descriptor = false, .count = Count::lists},
    {.values = Values::iota, .hook = true},
    {.count = Count::device, .hook = true},
};

// An argument, when it is wanted, and what is said if it is missing, or there in vain.
struct Argument {
  const char* name;
  bool (*wanted)(const Config& config, bool push);
  void (*set)(vksort::SortInfo& info, VkBuffer buffer);
  void (*clear)(vksort::SortInfo& info);
  SortStatus missing, needless;
};
constexpr Argument kArguments[] = {
    {"values", [](const Config& config, bool) { return splitValues(config); },
     [](auto& info, VkBuffer buffer) {
       info.values = {buffer, 8192, 4096};
     },
     [](auto& info) {
       info.values = {VK_NULL_HANDLE, 3, 1};
     },
     SortStatus::null_values_buffer, SortStatus::needless_values},
    {"device_count", [](const Config& config, bool) { return config.count == Count::device; },
     [](auto& info, VkBuffer buffer) {
       info.device_count = {buffer, 12};
     },
     [](auto& info) {
       info.device_count = {VK_NULL_HANDLE, 3};
     },
     SortStatus::null_count_buffer, SortStatus::needless_device_count},
    {"lists", [](const Config& config, bool) { return config.count == Count::lists; },
     [](auto& info, VkBuffer buffer) {
       info.lists = {buffer, 12, 10, 16};
     },
     [](auto& info) {
       info.lists = {VK_NULL_HANDLE, 3, 10, 77};
     },
     SortStatus::null_lists_buffer, SortStatus::needless_lists},
    {"state", [](const Config& config, bool) { return config.count != Count::host || config.coherent; },
     [](auto& info, VkBuffer buffer) {
       info.state = {buffer, 100, 4096};
     },
     [](auto& info) {
       info.state = {VK_NULL_HANDLE, 3, 1};
     },
     SortStatus::null_state_buffer, SortStatus::needless_state},
    {"descriptor_set", [](const Config&, bool push) { return !push; },
     [](auto& info, VkBuffer) { info.descriptor_set = (VkDescriptorSet)uint64_t{1}; },
     [](auto& info) { info.descriptor_set = VK_NULL_HANDLE; }, SortStatus::null_descriptor_set,
     SortStatus::needless_descriptor_set},
    {"hook_set", [](const Config& config, bool) { return config.hook; },
     [](auto& info, VkBuffer) { info.hook_set = (VkDescriptorSet)uint64_t{1}; },
     [](auto& info) { info.hook_set = VK_NULL_HANDLE; }, SortStatus::null_hook_set, SortStatus::needless_hook_set},
};

}  // namespace

TEST_CASE("takes_each_buffer_and_set_where_it_has_a_use_and_nowhere_else" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kNeedlessConfigs) {
      INFO(describe(config));
      const bool push = rig.sorter(config).descriptorSetLayout() == VK_NULL_HANDLE;
      const VkBuffer elsewhere = rig.arena(2, 1 << 12).device.handle();
      RecordCalls calls(rig, config);
      // Beside a null handle nothing is looked at.
      calls.expect(SortStatus::ok, [&](auto& info) {
        for (const Argument& each : kArguments)
          if (!each.wanted(config, push)) each.clear(info);
      });
      for (const Argument& each : kArguments) {
        INFO(each.name);
        const bool wanted = each.wanted(config, push);
        calls.expect(wanted ? each.missing : each.needless, [&](auto& info) {
          if (wanted) {
            each.clear(info);
          } else {
            each.set(info, elsewhere);
          }
        });
      }
    }
  });
}

}  // namespace test

#endif
