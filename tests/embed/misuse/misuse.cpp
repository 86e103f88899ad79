// vksort-misuse --list: the cases, each as "name status argument".
// vksort-misuse CASE: one wrong call of record() with real objects of the first device. Prints and exits with 0 if it
// returned the expected status; prints the device's name and exits with 77 if that cannot show the case.
#include <sys/resource.h>

#include <cstdio>
#include <cstring>
#include <exception>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/device.h"
#include "scattered.h"
#include "vksort.h"

namespace {

using vksort::Count;
using vksort::SortStatus;
using vksort::Values;

constexpr std::uint32_t kCount = 1024;
constexpr VkDeviceSize kBytes = kCount * 4;

// A right call, to be spoiled: keys and values touch in one buffer.
struct Call {
  const vksort::Sorter* sorter;
  VkCommandBuffer command_buffer;
  vksort::SortInfo info;
  const VkPhysicalDeviceLimits& limits;
};

const vksort::Sorter kNoSorter;

// Never used by the device: record() must refuse before.
VkDescriptorSet someSet() { return reinterpret_cast<VkDescriptorSet>(std::uintptr_t{16}); }
VkQueryPool somePool() { return reinterpret_cast<VkQueryPool>(std::uintptr_t{16}); }

struct Case {
  const char* name;
  SortStatus status;
  const char* argument;  // as the message must name it
  Values values;
  bool push_descriptor;
  bool (*spoil)(Call& call);  // false if the device's limits make the case impossible
  Count count = Count::host;
  bool hook = false;
  bool scratch = false;  // memory is lent
  std::uint32_t max_count = 0;
  bool always_lends = false;
};

constexpr Case kCases[] = {
    {"nothing_wrong", SortStatus::ok, "-", Values::split, true, [](Call&) { return true; }},
    {"no_sorter", SortStatus::no_sorter, "Sorter", Values::split, true,
     [](Call& call) {
       call.sorter = &kNoSorter;
       return true;
     }},
    {"null_command_buffer", SortStatus::null_command_buffer, "command_buffer", Values::split, true,
     [](Call& call) {
       call.command_buffer = VK_NULL_HANDLE;
       return true;
     }},
    {"null_keys_buffer", SortStatus::null_keys_buffer, "SortInfo::keys.buffer", Values::split, true,
     [](Call& call) {
       call.info.keys.buffer = VK_NULL_HANDLE;
       return true;
     }},
    {"null_values_buffer", SortStatus::null_values_buffer, "SortInfo::values.buffer", Values::split, true,
     [](Call& call) {
       call.info.values.buffer = VK_NULL_HANDLE;
       return true;
     }},
    {"null_descriptor_set", SortStatus::null_descriptor_set, "SortInfo::descriptor_set", Values::split, false,
     [](Call&) { return true; }},
    {"needless_descriptor_set", SortStatus::needless_descriptor_set, "SortInfo::descriptor_set", Values::split, true,
     [](Call& call) {
       call.info.descriptor_set = someSet();
       return true;
     }},
    {"hook_set_without_a_hook", SortStatus::needless_hook_set, "SortInfo::hook_set", Values::none, true,
     [](Call& call) {
       call.info.hook_set = someSet();
       return true;
     }},
    {"null_hook_set", SortStatus::null_hook_set, "SortInfo::hook_set", Values::none, true, [](Call&) { return true; },
     Count::host, true},
    {"misaligned_keys_offset", SortStatus::misaligned_keys_offset, "SortInfo::keys.offset", Values::split, true,
     [](Call& call) {
       call.info.keys.offset = 2;
       call.info.count = 4;
       return true;
     }},
    {"misaligned_pairs_offset", SortStatus::misaligned_keys_offset, "SortInfo::keys.offset", Values::interleaved, true,
     [](Call& call) {
       call.info.keys.offset = 4;
       call.info.count = 4;
       return true;
     }},
    {"misaligned_values_offset", SortStatus::misaligned_values_offset, "SortInfo::values.offset", Values::split, true,
     [](Call& call) {
       call.info.values.offset += 1;
       return true;
     }},
    {"one_key_too_many", SortStatus::keys_range_too_small, "SortInfo::keys.size", Values::none, true,
     [](Call& call) {
       call.info.count += 1;
       return true;
     }},
    {"pairs_counted_as_keys", SortStatus::keys_range_too_small, "SortInfo::keys.size", Values::interleaved, true,
     [](Call&) { return true; }},
    {"first_plus_count_wraps_around", SortStatus::keys_range_too_small, "SortInfo::first + count", Values::none, true,
     [](Call& call) {
       call.info.first = 0xffffffffu;
       call.info.count = 2;
       return true;
     }},
    {"one_value_too_few", SortStatus::values_range_too_small, "SortInfo::values.size", Values::split, true,
     [](Call& call) {
       call.info.values.size -= 4;
       return true;
     }},
    {"keys_beyond_the_largest_range", SortStatus::keys_range_too_large, "SortInfo::keys", Values::none, true,
     [](Call& call) {
       call.info.count = call.limits.maxStorageBufferRange / 4 + 1;
       call.info.keys.size = VkDeviceSize{call.info.count} * 4;
       return true;
     }},
    {"values_beyond_the_largest_range", SortStatus::values_range_too_large, "SortInfo::values", Values::split, true,
     [](Call& call) {
       // Only the part bound before a misaligned first value is too much.
       call.info.count = call.limits.maxStorageBufferRange / 4;
       call.info.keys.size = call.info.values.size = VkDeviceSize{call.info.count} * 4;
       call.info.values.offset = call.info.keys.size + 4;
       return true;
     }},
    {"one_element_in_both_ranges", SortStatus::overlapping_ranges, "SortInfo::keys and SortInfo::values", Values::split,
     true,
     [](Call& call) {
       call.info.values.offset -= 4;
       return true;
     }},
    {"the_same_range_twice", SortStatus::overlapping_ranges, "SortInfo::keys and SortInfo::values", Values::split, true,
     [](Call& call) {
       call.info.values = call.info.keys;
       return true;
     }},
    {"keys_range_larger_than_its_buffer", SortStatus::keys_range_past_buffer, "SortInfo::keys", Values::none, true,
     [](Call& call) {
       call.info.keys.size += 1 << 20;
       return true;
     }},
    {"values_offset_past_its_buffer", SortStatus::values_range_past_buffer, "SortInfo::values", Values::split, true,
     [](Call& call) {
       call.info.values.offset += 1 << 20;
       return true;
     }},
    {"one_query_too_few", SortStatus::too_few_queries, "SortInfo::timestamps.count", Values::none, true,
     [](Call& call) {
       call.info.timestamps = {somePool(), 0, call.sorter->plan(call.info.count).timestamps - 1};
       return true;
     }},
    {"count_for_a_sorter_that_the_host_counts_for", SortStatus::needless_device_count, "SortInfo::device_count",
     Values::none, true,
     [](Call& call) {
       call.info.device_count.buffer = call.info.keys.buffer;
       return true;
     }},
    {"null_count_buffer", SortStatus::null_count_buffer, "SortInfo::device_count.buffer", Values::none, true,
     [](Call& call) {
       call.info.device_count.buffer = VK_NULL_HANDLE;
       return true;
     },
     Count::device},
    {"null_state_buffer", SortStatus::null_state_buffer, "SortInfo::state.buffer", Values::none, true,
     [](Call& call) {
       call.info.state.buffer = VK_NULL_HANDLE;
       return true;
     },
     Count::device},
    {"misaligned_count_offset", SortStatus::misaligned_count_offset, "SortInfo::device_count.offset", Values::none,
     true,
     [](Call& call) {
       call.info.device_count.offset += 2;
       return true;
     },
     Count::device},
    {"misaligned_state_offset", SortStatus::misaligned_state_offset, "SortInfo::state.offset", Values::none, true,
     [](Call& call) {
       call.info.state.offset += 1;
       return true;
     },
     Count::device},
    {"state_one_byte_too_small", SortStatus::state_range_too_small, "SortInfo::state.size", Values::none, true,
     [](Call& call) {
       call.info.state.size = vksort::kStateBytes - 1;
       return true;
     },
     Count::device},
    {"count_in_the_last_key", SortStatus::overlapping_count, "SortInfo::device_count", Values::none, true,
     [](Call& call) {
       call.info.device_count.offset = call.info.keys.offset + kBytes - 4;
       return true;
     },
     Count::device},
    {"state_on_the_count", SortStatus::overlapping_state, "SortInfo::state", Values::none, true,
     [](Call& call) {
       call.info.state.offset = call.info.device_count.offset;
       return true;
     },
     Count::device},
    {"count_past_its_buffer", SortStatus::count_past_buffer, "SortInfo::device_count", Values::none, true,
     [](Call& call) {
       call.info.device_count.offset += 1 << 20;
       return true;
     },
     Count::device},
    {"state_past_its_buffer", SortStatus::state_range_past_buffer, "SortInfo::state", Values::none, true,
     [](Call& call) {
       call.info.state.offset += 1 << 20;
       return true;
     },
     Count::device},
    {"state_without_a_use", SortStatus::needless_state, "SortInfo::state", Values::none, true,
     [](Call& call) {
       call.info.state.buffer = call.info.keys.buffer;
       return true;
     }},
    {"lists_for_a_sorter_of_one_range", SortStatus::needless_lists, "SortInfo::lists.buffer", Values::none, true,
     [](Call& call) {
       call.info.lists.buffer = call.info.keys.buffer;
       return true;
     }},
    {"null_lists_buffer", SortStatus::null_lists_buffer, "SortInfo::lists.buffer", Values::none, true,
     [](Call& call) {
       call.info.lists.buffer = VK_NULL_HANDLE;
       return true;
     },
     Count::lists},
    {"misaligned_lists_offset", SortStatus::misaligned_lists_offset, "SortInfo::lists.offset", Values::none, true,
     [](Call& call) {
       call.info.lists.offset += 2;
       return true;
     },
     Count::lists},
    {"one_list_too_many", SortStatus::too_many_lists, "SortInfo::lists.list_count", Values::none, true,
     [](Call& call) {
       call.info.lists.list_count = vksort::kMaxLists + 1;
       return true;
     },
     Count::lists},
    {"lists_in_the_last_key", SortStatus::overlapping_lists, "SortInfo::lists", Values::none, true,
     [](Call& call) {
       call.info.lists.offset = kBytes - 4;
       return true;
     },
     Count::lists},
    {"values_for_a_sorter_of_keys_alone", SortStatus::needless_values, "SortInfo::values.buffer", Values::none, true,
     [](Call& call) {
       call.info.values = {call.info.keys.buffer, kBytes, kBytes};
       return true;
     }},
    {"lists_past_their_buffer", SortStatus::lists_past_buffer, "SortInfo::lists", Values::none, true,
     [](Call& call) {
       call.info.lists.offset += 1 << 20;
       return true;
     },
     Count::lists},
    {"misaligned_scratch_offset", SortStatus::misaligned_scratch_offset, "SortInfo::scratch.offset", Values::none, true,
     [](Call& call) {
       call.info.scratch.offset += 2;
       return true;
     },
     Count::host, false, true},
    {"scratch_one_byte_too_small", SortStatus::scratch_range_too_small, "SortInfo::scratch.size", Values::none, true,
     [](Call& call) {
       --call.info.scratch.size;
       return true;
     },
     Count::host, false, true},
    {"scratch_on_the_last_key", SortStatus::overlapping_scratch, "SortInfo::scratch", Values::none, true,
     [](Call& call) {
       call.info.scratch.offset = kBytes - 4;
       return true;
     },
     Count::host, false, true},
    {"scratch_past_its_buffer", SortStatus::scratch_range_past_buffer, "SortInfo::scratch", Values::none, true,
     [](Call& call) {
       call.info.scratch.offset += 1 << 20;
       return true;
     },
     Count::host, false, true},
    {"one_element_above_max_count", SortStatus::above_max_count, "SorterInfo::max_count", Values::split, true,
     [](Call&) { return true; }, Count::host, false, false, kCount - 1},
    {"a_largest_list_above_max_count", SortStatus::above_max_count, "SortInfo::lists.largest", Values::none, true,
     [](Call& call) {
       call.info.lists.largest = 8;
       return true;
     },
     Count::lists, false, false, 7},
    {"null_scratch_buffer", SortStatus::null_scratch_buffer, "SortInfo::scratch.buffer", Values::none, true,
     [](Call& call) {
       call.info.scratch = {};
       return true;
     },
     Count::host, false, true, 0, true},
};

int impossible(const gpu::PhysicalDevice& device) {
  std::printf("%s\n", device.properties.deviceName);
  return 77;
}

int runCase(const Case& wrong) {
  const gpu::Instance instance({"vksort-misuse", false, {}});
  const std::vector<gpu::PhysicalDevice> devices = instance.devices();
  if (devices.empty()) throw gpu::Error(gpu::kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
  gpu::DeviceInfo device_info;
  device_info.physical = devices[0].handle;
  const gpu::Device device(instance, device_info);
  if (wrong.push_descriptor && !device.enabled().push_descriptor) return impossible(devices[0]);

  vksort::SorterInfo info;
  info.get_instance_proc_addr = vkGetInstanceProcAddr;
  info.instance = instance.handle();
  info.physical_device = device.physical();
  info.device = device.handle();
  info.values = wrong.values;
  info.count = wrong.count;
  info.enabled_features = wrong.push_descriptor ? vksort::kPushDescriptor : 0;
  info.algorithm = vksort::Algorithm::bitonic;
  info.max_count = wrong.max_count;
  info.always_lends = wrong.always_lends;
  if (wrong.scratch) {
    if (!device.enabled().subgroup_size_control || !device.enabled().full_subgroups) return impossible(devices[0]);
    info.enabled_features |= vksort::kFullSubgroups;
    info.algorithm = vksort::Algorithm::radix;
  }
  const gpu::Owned<VkDescriptorSetLayout> hook_layout = gpu::storageLayout(device, 1);
  const vksort::Hook hook{scattered, hook_layout.get()};
  if (wrong.hook) info.hook = &hook;
  vksort::Sorter sorter;
  const char* reason = "";
  if (const VkResult result = vksort::Sorter::create(info, sorter, &reason); result != VK_SUCCESS) {
    throw gpu::Error(reason, result);
  }

  const VkDeviceSize scratch_bytes = wrong.scratch ? sorter.scratchBytes(kCount) : 0;
  const gpu::Buffer buffer(device, 2 * kBytes + 16 + vksort::listStateBytes(2) + scratch_bytes,
                           VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  gpu::CommandPool pool(device);
  const VkCommandBuffer command_buffer = pool.allocate();
  gpu::begin(device, command_buffer);
  Call call = {&sorter, command_buffer, {}, devices[0].properties.limits};
  call.info.keys = {buffer.handle(), 0, kBytes};
  if (wrong.values == Values::split) call.info.values = {buffer.handle(), kBytes, kBytes};
  call.info.count = kCount;
  if (wrong.count == Count::device) {
    call.info.device_count = {buffer.handle(), 2 * kBytes};
    call.info.state = {buffer.handle(), 2 * kBytes + 4, vksort::kStateBytes};
  }
  if (wrong.count == Count::lists) {
    call.info.lists = {buffer.handle(), 2 * kBytes, 2, 0};
    call.info.state = {buffer.handle(), 2 * kBytes + 16, vksort::listStateBytes(2)};
  }
  if (wrong.scratch) call.info.scratch = {buffer.handle(), 2 * kBytes, scratch_bytes};
  if (!wrong.spoil(call)) return impossible(devices[0]);

  const SortStatus status = call.sorter->record(call.command_buffer, call.info);
  device.vk.vkEndCommandBuffer(command_buffer);
  std::printf("%s: %s\n", wrong.name, vksort::describe(status));
  return status == wrong.status ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const char* wanted = argc == 2 ? argv[1] : "";
  const bool all = std::strcmp(wanted, "--all") == 0;  // in a build that goes on after misuse
  if (std::strcmp(wanted, "--list") == 0) {
    for (const Case& each : kCases)
      std::printf("%s %u %s\n", each.name, static_cast<unsigned>(each.status), each.argument);
    return 0;
  }
  const rlimit no_core_file = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core_file);
  try {
    for (const Case& each : kCases) {
      if (all) std::printf("%s %d\n", each.name, runCase(each));
      if (std::strcmp(each.name, wanted) == 0) return runCase(each);
    }
    if (all) return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vksort-misuse: %s\n", error.what());
    return 2;
  }
  std::fprintf(stderr, "usage: vksort-misuse --list | --all | CASE\n");
  return 2;
}
