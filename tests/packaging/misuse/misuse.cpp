// vksort-misuse --all makes invalid calls of the record functions on the first device. It prints the result of each
// call, and "case name code wrong argument". The code is 0 if the call returned, 3 if it aborted, and 77 if the device
// does not support the case; `wrong` is 0 if the call is valid.
// vksort-misuse NAME makes another invalid call and prints its result.
#include <setjmp.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>

#include "gpu/commands.h"
#include "gpu/device.h"
#include "vksort.h"
#include "vksort_plan.h"
#include "vksort_toolkit.h"

namespace {

using vksort::Argument;
using vksort::Fault;
using vksort::Payload;
using vksort::Scratch;

constexpr std::uint32_t kCount = 1024;
constexpr VkDeviceSize kBytes = kCount * 4, kFar = 1 << 20;

enum class Mode { whole, indirect, segments };

// A valid call that each case makes invalid: keys and payloads are contiguous in one buffer.
struct Call {
  const vksort::Sorter* sorter;
  VkCommandBuffer command_buffer;
  Mode mode;
  vksort::SortInfo sort{};
  vksort::CountSource count{};
  vksort::SegmentInfo segments{};
  vksort::Range work{};

  vksort::RecordStatus record() const {
    switch (mode) {
      case Mode::indirect:
        return sorter->record(command_buffer, sort, {count, work});
      case Mode::segments:
        return sorter->record(command_buffer, sort, segments);
      case Mode::whole:
        break;
    }
    return sorter->record(command_buffer, sort);
  }
};

const vksort::Sorter kNoSorter;

struct Kind {
  Payload payload = Payload::none;
  bool push_descriptor = true;
  bool radix = false;
  Scratch scratch = Scratch::optional;
  std::uint32_t max_count = 0;
  auto operator<=>(const Kind&) const = default;
};
constexpr Kind kKeys{}, kPairs{.payload = Payload::u32};
constexpr Kind kRadix{.radix = true}, kRequired{.radix = true, .scratch = Scratch::required};

struct Case {
  const char* name;
  Argument argument;
  Fault fault;
  const char* named;
  Kind kind;
  Mode mode;
  void (*spoil)(Call& call);
};

void asItIs(Call&) {}

using A = Argument;
using F = Fault;
constexpr Case kCases[] = {
    {"nothing_wrong", A::none, F::none, "-", kPairs, Mode::whole, asItIs},
    {"no_sorter", A::sorter, F::missing, "sorter must not be null", kPairs, Mode::whole,
     [](Call& c) { c.sorter = &kNoSorter; }},
    {"null_command_buffer", A::command_buffer, F::missing, "command_buffer", kPairs, Mode::whole,
     [](Call& c) { c.command_buffer = VK_NULL_HANDLE; }},
    {"null_set", A::descriptor_set, F::missing, "descriptor_set", {.push_descriptor = false}, Mode::whole, asItIs},
    {"keys_of_whole_size", A::keys, F::whole_size, "keys.size must be in bytes", kKeys, Mode::whole,
     [](Call& c) { c.sort.keys.size = VK_WHOLE_SIZE; }},
    {"keys_past_buffer", A::keys, F::past_buffer, "keys ends at byte", kKeys, Mode::whole,
     [](Call& c) { c.sort.keys.size += kFar; }},
    {"bits_past_the_key", A::significant_bits, F::too_large, "significant_bits.count is 13 and must be at most 12",
     kKeys, Mode::whole,
     [](Call& c) {
       c.sort.significant_bits = {20, 13};
     }},
    {"null_count", A::count_buffer, F::missing, "indirect.count must not be null", kKeys, Mode::indirect,
     [](Call& c) { c.count.buffer = {}; }},
    {"work_too_small", A::work, F::too_small, "indirect.work.size is 2047 and must be at least 2048", kKeys,
     Mode::indirect, [](Call& c) { c.work.size = VKSORT_WORK_BYTES - 1; }},
    {"segments_with_scratch_alone", A::segments, F::unexpected, "segments cannot be sorted", kRequired, Mode::segments,
     asItIs},
    {"null_scratch", A::scratch, F::missing, "bytes of scratch memory", kRequired, Mode::whole,
     [](Call& c) { c.sort.scratch = {}; }},
    {"above_max_count",
     A::count,
     F::too_large,
     "count is 1024 and must be at most 1023",
     {.max_count = kCount - 1},
     Mode::whole,
     asItIs},
};

gpu::PhysicalDevice firstOf(const gpu::Instance& instance) {
  const std::vector<gpu::PhysicalDevice> devices = instance.devices();
  if (devices.empty()) throw gpu::Error(gpu::kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
  return devices[0];
}

// All cases share one instance, because lavapipe of Mesa 25.0 may crash if a process creates pipelines on a second
// one.
struct Host {
  gpu::Instance instance{{"vksort-misuse", false, {}}};
  gpu::PhysicalDevice physical = firstOf(instance);
  gpu::Device device{instance, {.physical = physical.handle}};
  std::map<Kind, vksort::Sorter> sorters{};

  vksort::SorterInfo info() const {
    vksort::SorterInfo out{};
    out.device = {vkGetInstanceProcAddr, instance.handle(), device.physical(), device.handle(), instance.apiVersion()};
    return out;
  }
};

bool isPossible(const gpu::Device& device, const Kind& kind) {
  if (kind.push_descriptor && !device.enabled().push_descriptor) return false;
  return !kind.radix || (device.enabled().subgroup_size_control && device.enabled().full_subgroups);
}

const vksort::Sorter& sorterOf(Host& host, const Kind& kind) {
  vksort::Sorter& sorter = host.sorters[kind];
  if (sorter) return sorter;
  vksort::Creation creation{};
  creation.algorithm = kind.radix ? vksort::Algorithm::radix : vksort::Algorithm::bitonic;
  vksort::SorterInfo info = host.info();
  info.payload = kind.payload;
  info.ties = vksort::Ties::by_value;
  info.scratch = kind.scratch;
  info.device.enabled_features = kind.push_descriptor ? VKSORT_PUSH_DESCRIPTOR : 0;
  if (kind.radix) info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
  info.max_count = kind.max_count;
  info.creation = &creation;
  const char* reason = "";
  const VkResult result = vksort::Sorter::create(info, sorter, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(reason, result);
  return sorter;
}

sigjmp_buf after_stop;

// Returns false if record() aborted; --all continues after that.
bool records(const Call& call, vksort::RecordStatus& status) {
  if (sigsetjmp(after_stop, 1) != 0) return false;
  status = call.record();
  return true;
}

int runCase(Host& host, const Case& wrong) {
  const gpu::Device& device = host.device;
  if (!isPossible(device, wrong.kind)) {
    std::printf("%s\n", host.physical.properties.deviceName);
    return 77;
  }
  const vksort::Sorter& sorter = sorterOf(host, wrong.kind);
  const VkDeviceSize scratch_bytes = wrong.kind.radix ? sorter.scratchBytes(kCount) : 0;
  const VkDeviceSize work_bytes = VKSORT_SEGMENT_WORK_BYTES(2);
  const gpu::Buffer buffer(device, 2 * kBytes + 16 + work_bytes + scratch_bytes,
                           VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  gpu::CommandPool pool(device);
  const VkCommandBuffer command_buffer = pool.allocate();
  gpu::begin(device, command_buffer);
  const vksort::Range work = {buffer.handle(), 2 * kBytes + 16, work_bytes};
  Call call{&sorter, command_buffer, wrong.mode, {}, {buffer.handle(), 2 * kBytes}, {}, work};
  call.sort.keys = {buffer.handle(), 0, kBytes};
  if (wrong.kind.payload == Payload::u32) call.sort.payload = {buffer.handle(), kBytes, kBytes};
  call.sort.count = kCount;
  call.segments = {buffer.handle(), 2 * kBytes, 2, 0, work};
  if (scratch_bytes != 0) call.sort.scratch = {buffer.handle(), work.offset + work_bytes, scratch_bytes};
  wrong.spoil(call);

  vksort::RecordStatus status{};
  const bool returned = records(call, status);
  device.vk.vkEndCommandBuffer(command_buffer);
  if (!returned) return 3;
  std::printf("%s: %s\n", wrong.name, vksort::describe(status).text);
  return status.argument == wrong.argument && status.fault == wrong.fault ? 0 : 1;
}

int runLogged(vksort::SorterInfo& info) {
  const vksort::Log log = {[](void* out, vksort::Severity severity, const char* kernel, const char* text) {
                             std::fprintf(static_cast<std::FILE*>(out), "%d %s%s\n", int(severity), kernel, text);
                           },
                           stdout};
  info.device.log = &log;
  vksort::Sorter sorter;
  vksort::Verifier verifier;
  vksort::Toolkit toolkit;
  if (vksort::Sorter::create(info, sorter) != VK_SUCCESS) return 1;
  if (vksort::Verifier::create(info.device, verifier) != VK_SUCCESS) return 1;
  if (vksort::Toolkit::create({.device = info.device}, toolkit) != VK_SUCCESS) return 1;
  bool refused = !sorter.record(VK_NULL_HANDLE, {.count = 1}).ok();
  refused = refused && !verifier.record(VK_NULL_HANDLE, {}).ok() && !toolkit.recordCull(VK_NULL_HANDLE, {}).ok();
  info.device.api_version = 0;
  refused = refused && vksort::Sorter::create(info, sorter) != VK_SUCCESS;
  refused = refused && vksort::Verifier::create(info.device, verifier) != VK_SUCCESS;
  return refused ? 0 : 1;
}

// Makes another invalid call, or returns whether a Sorter runs the self-test by default.
int runOther(const std::string& name) {
  vksort::Sorter sorter;
  vksort::Verifier verifier;
  if (name == "verification") return std::puts(vksort::describe(verifier.record(VK_NULL_HANDLE, {})).text) < 0;
  if (name == "verifier") return std::printf("%d\n", vksort::Verifier::create({}, verifier)) < 0;
  if (name == "sorter") return std::printf("%d\n", vksort::Sorter::create({}, sorter)) < 0;
  if (name == "version") {
    const vksortSorterInfo info = {};
    vksortSorter none;
    return std::printf("%d\n", vksortCreateSorter(VKSORT_VERSION + 1, &info, &none, nullptr)) < 0;
  }
  if (name == "null") return std::printf("%d\n", vksortCreateSorter(VKSORT_VERSION, nullptr, nullptr, nullptr)) < 0;
  const Host host;
  vksort::Creation creation{};
  vksort::SorterInfo info = host.info();
  info.max_count = 16;
  info.creation = &creation;
  if (name == "logged") return runLogged(info);
  if (name == "jobs") {
    creation.parallel_for.run = [](void*, std::uint32_t, void (*)(void*, std::uint32_t), void*) {};
    return std::printf("%d\n", vksort::Sorter::create(info, sorter)) < 0;
  }
  if (name != "self_test") throw gpu::Error("usage: vksort-misuse --all | NAME", VK_ERROR_UNKNOWN);
  creation.self_test.queue = host.device.queue();
  creation.self_test.queue_family = host.device.queueFamily();
  vksort::Sorter right;  // destroyed before the device
  if (vksort::Sorter::create(info, right) != VK_SUCCESS) return 1;
  return std::puts(getReport(right).self_tested ? "tested" : "not tested") < 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string wanted = argc == 2 ? argv[1] : "";
  std::setbuf(stdout, nullptr);
  const rlimit no_core_file = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core_file);
  if (wanted != "--all") return runOther(wanted);
  std::signal(SIGABRT, [](int) { siglongjmp(after_stop, 1); });
  Host host;
  for (const Case& each : kCases) {
    const int code = runCase(host, each);
    std::printf("case %s %d %d %s\n", each.name, code, each.fault != Fault::none ? 1 : 0, each.named);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "vksort-misuse: %s\n", error.what());
  return 2;
}
