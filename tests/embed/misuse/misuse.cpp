// vksort-misuse --all: wrong calls of record() with real objects of the first device. For each prints what it returned,
// and "case name code status argument". The code is 0 if record() returned the status, 3 if it stopped, and 77 if the
// device cannot show the case.
// vksort-misuse NAME: another wrong call. Prints what it returned.
#include <setjmp.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "gpu/commands.h"
#include "gpu/device.h"
#include "vksort.h"
#include "vksort_verifier.h"

namespace {

using vksort::Count;
using vksort::SortStatus;
using vksort::Values;

constexpr std::uint32_t kCount = 1024;
constexpr VkDeviceSize kBytes = kCount * 4, kFar = 1 << 20;

// A right call, to be spoiled: keys and values touch in one buffer.
struct Call {
  const vksort::Sorter* sorter;
  VkCommandBuffer command_buffer;
  vksort::SortInfo info;
};

const vksort::Sorter kNoSorter;

// Never used by the device: record() must refuse before.
VkDescriptorSet someSet() { return reinterpret_cast<VkDescriptorSet>(std::uintptr_t{16}); }
VkQueryPool somePool() { return reinterpret_cast<VkQueryPool>(std::uintptr_t{16}); }

// The Sorter that a call is of.
struct Wish {
  Values values = Values::none;
  Count count = Count::host;
  bool push_descriptor = true;
  bool scratch = false;
  bool always_lends = false;
  std::uint32_t max_count = 0;
};
constexpr Wish kKeys{}, kPairs{.values = Values::split};
constexpr Wish kCounted{.count = Count::device}, kLists{.count = Count::lists}, kScratch{.scratch = true};
constexpr Wish kAlways{.scratch = true, .always_lends = true};

struct Case {
  const char* name;
  SortStatus status;
  const char* argument;  // as the message must name it
  Wish wish;
  void (*spoil)(Call& call);
};

void asItIs(Call&) {}

// One of each kind; tests/vksort/recording has all.
using S = SortStatus;
constexpr Case kCases[] = {
    {"nothing_wrong", S::ok, "-", kPairs, asItIs},
    {"no_sorter", S::no_sorter, "Sorter", kPairs, [](Call& c) { c.sorter = &kNoSorter; }},
    {"null_command_buffer", S::null_command_buffer, "command_buffer", kPairs,
     [](Call& c) { c.command_buffer = VK_NULL_HANDLE; }},
    {"null_keys", S::null_keys_buffer, "SortInfo::keys.buffer", kPairs, [](Call& c) { c.info.keys.buffer = {}; }},
    {"null_set", S::null_descriptor_set, "SortInfo::descriptor_set", {.push_descriptor = false}, asItIs},
    {"set_where_pushed", S::needless_descriptor_set, "SortInfo::descriptor_set", kPairs,
     [](Call& c) { c.info.descriptor_set = someSet(); }},
    {"misaligned_keys", S::misaligned_keys_offset, "SortInfo::keys.offset", kPairs,
     [](Call& c) { c.info.keys.offset = 2, c.info.count = 4; }},
    {"one_key_too_many", S::keys_range_too_small, "SortInfo::keys.size", kKeys, [](Call& c) { c.info.count += 1; }},
    {"the_same_range_twice", S::overlapping_ranges, "SortInfo::keys and SortInfo::values", kPairs,
     [](Call& c) { c.info.values = c.info.keys; }},
    {"keys_past_buffer", S::keys_range_past_buffer, "SortInfo::keys", kKeys, [](Call& c) { c.info.keys.size += kFar; }},
    {"one_query_too_few", S::too_few_queries, "SortInfo::timestamps.count", kKeys,
     [](Call& c) {
       c.info.timestamps = {somePool(), 0, c.sorter->plan(c.info.count).timestamps - 1};
     }},
    {"null_count", S::null_count_buffer, "SortInfo::device_count.buffer", kCounted,
     [](Call& c) { c.info.device_count.buffer = {}; }},
    {"count_in_the_last_key", S::overlapping_count, "SortInfo::device_count", kCounted,
     [](Call& c) { c.info.device_count.offset = c.info.keys.offset + kBytes - 4; }},
    {"state_too_small", S::state_range_too_small, "SortInfo::state.size", kCounted,
     [](Call& c) { c.info.state.size = vksort::kStateBytes - 1; }},
    {"null_lists", S::null_lists_buffer, "SortInfo::lists.buffer", kLists, [](Call& c) { c.info.lists.buffer = {}; }},
    {"null_scratch", S::null_scratch_buffer, "SortInfo::scratch.buffer", kAlways, [](Call& c) { c.info.scratch = {}; }},
    {"scratch_too_small", S::scratch_range_too_small, "SortInfo::scratch.size", kScratch,
     [](Call& c) { --c.info.scratch.size; }},
    {"above_max_count", S::above_max_count, "SorterInfo::max_count", {.max_count = kCount - 1}, asItIs},
};

gpu::PhysicalDevice firstOf(const gpu::Instance& instance) {
  const std::vector<gpu::PhysicalDevice> devices = instance.devices();
  if (devices.empty()) throw gpu::Error(gpu::kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
  return devices[0];
}

// For all cases: lavapipe of Mesa 25.0 may crash where a process makes pipelines on a second instance.
struct Host {
  gpu::Instance instance{{"vksort-misuse", false, {}}};
  gpu::PhysicalDevice physical = firstOf(instance);
  gpu::Device device{instance, {.physical = physical.handle}};

  vksort::SorterInfo info() const {
    vksort::SorterInfo out;
    out.get_instance_proc_addr = vkGetInstanceProcAddr;
    out.instance = instance.handle();
    out.physical_device = device.physical();
    out.device = device.handle();
    return out;
  }
};

bool isPossible(const gpu::Device& device, const Wish& wish) {
  if (wish.push_descriptor && !device.enabled().push_descriptor) return false;
  return !wish.scratch || (device.enabled().subgroup_size_control && device.enabled().full_subgroups);
}

vksort::Sorter sorterOf(const Host& host, const Wish& wish) {
  vksort::SorterInfo info = host.info();
  info.values = wish.values;
  info.count = wish.count;
  info.enabled_features = wish.push_descriptor ? vksort::kPushDescriptor : 0;
  if (wish.scratch) info.enabled_features |= vksort::kFullSubgroups;
  info.algorithm = wish.scratch ? vksort::Algorithm::radix : vksort::Algorithm::bitonic;
  info.max_count = wish.max_count;
  info.always_lends = wish.always_lends;
  vksort::Sorter sorter;
  const char* reason = "";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(reason, result);
  return sorter;
}

sigjmp_buf after_stop;

// False if record() stopped, which --all goes on after.
bool records(const Call& call, SortStatus& status) {
  if (sigsetjmp(after_stop, 1) != 0) return false;
  status = call.sorter->record(call.command_buffer, call.info);
  return true;
}

int runCase(const Host& host, const Case& wrong) {
  const gpu::Device& device = host.device;
  if (!isPossible(device, wrong.wish)) {
    std::printf("%s\n", host.physical.properties.deviceName);
    return 77;
  }
  const vksort::Sorter sorter = sorterOf(host, wrong.wish);
  const VkDeviceSize scratch_bytes = wrong.wish.scratch ? sorter.scratchBytes(kCount) : 0;
  const gpu::Buffer buffer(device, 2 * kBytes + 16 + vksort::listStateBytes(2) + scratch_bytes,
                           VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  gpu::CommandPool pool(device);
  const VkCommandBuffer command_buffer = pool.allocate();
  gpu::begin(device, command_buffer);
  Call call = {&sorter, command_buffer, {}};
  call.info.keys = {buffer.handle(), 0, kBytes};
  if (wrong.wish.values == Values::split) call.info.values = {buffer.handle(), kBytes, kBytes};
  call.info.count = kCount;
  if (wrong.wish.count == Count::device) {
    call.info.device_count = {buffer.handle(), 2 * kBytes};
    call.info.state = {buffer.handle(), 2 * kBytes + 4, vksort::kStateBytes};
  }
  if (wrong.wish.count == Count::lists) {
    call.info.lists = {buffer.handle(), 2 * kBytes, 2, 0};
    call.info.state = {buffer.handle(), 2 * kBytes + 16, vksort::listStateBytes(2)};
  }
  if (wrong.wish.scratch) call.info.scratch = {buffer.handle(), 2 * kBytes, scratch_bytes};
  wrong.spoil(call);

  SortStatus status{};
  const bool returned = records(call, status);
  device.vk.vkEndCommandBuffer(command_buffer);
  if (!returned) return 3;
  std::printf("%s: %s\n", wrong.name, vksort::describe(status));
  return status == wrong.status ? 0 : 1;
}

// A wrong call of something else, or whether a Sorter is proven where nobody says.
int runOther(const std::string& name) {
  vksort::Sorter sorter;
  vksort::Verifier verifier;
  if (name == "verification") return std::puts(vksort::describe(verifier.record(VK_NULL_HANDLE, {}))) < 0;
  if (name == "verifier") return std::printf("%d\n", vksort::Verifier::create({}, verifier)) < 0;
  if (name == "sorter") return std::printf("%d\n", vksort::Sorter::create({}, sorter)) < 0;
  const Host host;
  vksort::SorterInfo info = host.info();
  info.max_count = 16;
  if (name == "jobs") {
    info.parallel_for.run = [](void*, std::uint32_t, void (*)(void*, std::uint32_t), void*) {};  // runs none
    return std::printf("%d\n", vksort::Sorter::create(info, sorter)) < 0;
  }
  if (name != "proof") throw gpu::Error("usage: vksort-misuse --all | NAME", VK_ERROR_UNKNOWN);
  info.self_test.queue = host.device.queue();
  info.self_test.queue_family = host.device.queueFamily();
  if (vksort::Sorter::create(info, sorter) != VK_SUCCESS) return 1;
  return std::puts(sorter.pathReport().proven ? "proven" : "not proven") < 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string wanted = argc == 2 ? argv[1] : "";
  std::setbuf(stdout, nullptr);  // in the order of stderr
  const rlimit no_core_file = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core_file);
  if (wanted != "--all") return runOther(wanted);
  std::signal(SIGABRT, [](int) { siglongjmp(after_stop, 1); });
  const Host host;
  for (const Case& each : kCases) {
    const int code = runCase(host, each);
    std::printf("case %s %d %u %s\n", each.name, code, static_cast<unsigned>(each.status), each.argument);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "vksort-misuse: %s\n", error.what());
  return 2;
}
