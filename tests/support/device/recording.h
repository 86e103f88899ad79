// Recordings, plans and statuses of sorts that do not run.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "support/device/rig.h"
#include "support/oracle/hazards.h"

namespace test {

// Records a sort of n elements at the start of arena 0 (and 1), and never submits it.
Log recorded(Rig& rig, const Config& config, uint32_t n, const Faults& faults = {});
Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t n, const Faults& faults = {});

// The call's descriptor set is replaced.
Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Call& call, const Faults& faults = {});

uint32_t count(const Log& log, Command::Kind kind);

// Returns the set-up and the passes that do not depend on it.
Independent independentOf(const Config& config, const Log& log);

inline const auto kCommands = reinterpret_cast<VkCommandBuffer>(uint64_t{1});
inline const auto kAnySet = (VkDescriptorSet)uint64_t{1};

inline void expectMessage(const vksort::RecordStatus& status) {
  const std::string text = vksort::describe(status).text;
  INFO(text);
  if (status.ok()) {
    CHECK(text == "ok");
    return;
  }
  CHECK(text.starts_with(std::string(status.function) + "(): "));
  CHECK(text.starts_with("vksortRecord"));
  CHECK(text.find('$') == text.npos);
  CHECK(text.size() + 20 < VKSORT_MESSAGE_BYTES);
  CHECK(text.find(status.member) != text.npos);
  if (status.other) CHECK(text.find(status.other) != text.npos);
  using enum vksort::Fault;
  if (status.fault != too_large && status.fault != too_small && status.fault != misaligned) return;
  CHECK(text.find(std::to_string(status.given)) != text.npos);
  CHECK(text.find(std::to_string(status.limit)) != text.npos);
}

// Each argument is surrounded by unused space. Contains no scratch memory.
inline Call validCall(Rig& rig, const Config& config) {
  Call call;
  vksort::SortInfo& sort = call.sort;
  setOrder(config, sort);
  sort.keys = {rig.arena(0, 1 << 12).device.handle(), 64, 4096};
  if (splitValues(config)) sort.payload = {rig.arena(1, 1 << 12).device.handle(), 64, 4096};
  sort.first = 3;
  sort.count = 100;
  if (rig.sorter(config).descriptorSetLayout() != VK_NULL_HANDLE) sort.descriptor_set = kAnySet;
  const VkBuffer counts = rig.arena(2, 1 << 12).device.handle();
  if (config.mode == Mode::segments) {
    call.segments = {counts, 12, 10, 16, {}};
    call.work = {counts, 100, VKSORT_SEGMENT_WORK_BYTES(10)};
  }
  if (config.mode == Mode::indirect) {
    call.count = {counts, 12};
    call.work = {counts, 20, VKSORT_WORK_BYTES};
  }
  return call;
}

// Checks that commands are only recorded if the status is ok.
inline vksort::RecordStatus statusOf(const vksort::Sorter& sorter, const Config& config, const Call& call,
                                     VkCommandBuffer cmd = kCommands) {
  Faults faults;
  faults.only_logs = true;
  const MockVulkan mock(faults);
  const vksort::RecordStatus status = record(sorter, cmd, config, call);
  CHECK(mock.log.commands.empty() == !status.ok());
  CHECK(mock.log.ranges.empty() == !status.ok());
  return status;
}

std::span<const Config> everyMode();

inline constexpr uint32_t kRecordedCount = 20'000;
inline constexpr uint32_t kManySegments = 1500;     // more than one workgroup can set up

// Each argument is in its own arena. `segments` is only used in Mode::segments.
Call modeCall(Rig& rig, const Config& config, uint32_t segments = kManySegments);

// Has no driver objects; only for recordMode().
vksort::Sorter fakeSorter(Rig& rig, const Config& config, Faults faults = {});

// Records without the driver. Kernel names come from labels, otherwise from a plan that assumes enough scratch memory.
Recorded recordMode(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Call& call, Faults faults = {});

inline vksort::PlanInfo planInfoOf(const Config& config, const Call& call) {
  vksort::PlanInfo info{};
  info.count = call.sort.count;
  info.scratch = call.sort.scratch.buffer != VK_NULL_HANDLE;
  info.indirect = config.mode == Mode::indirect;
  if (config.mode == Mode::segments) {
    info.segment_count = call.segments.segment_count;
    info.max_segment = call.segments.max_segment;
  }
  info.key_type = call.sort.key_type;
  info.nan_rule = call.sort.nan_rule;
  info.significant_bits = call.sort.significant_bits;
  return info;
}

inline vksort::PlanDevice planDevice(Rig& rig, const Config& config) {
  const VkPhysicalDeviceProperties& properties = rig.device().properties().core;
  const VkPhysicalDeviceLimits& limits = properties.limits;
  vksort::PlanDevice device{};
  device.workgroup_invocations = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  device.shared_memory_bytes = limits.maxComputeSharedMemorySize;
  device.vendor_id = properties.vendorID;
  device.type = properties.deviceType;
  device.max_groups_x = limits.maxComputeWorkGroupCount[0];
  device.max_storage_range = limits.maxStorageBufferRange;
  device.max_storage_buffers = limits.maxPerStageDescriptorStorageBuffers;
  if (rig.hasFullSubgroups() && config.full_subgroups)
    device.subgroup_size = rig.device().properties().subgroup.subgroupSize;
  return device;
}

// `of` is a Sorter, or a SorterInfo and a PlanDevice.
template <typename... Of>
std::vector<vksort::PassPlan> planned(const vksort::PlanInfo& info, const Of&... of) {
  std::vector<vksort::PassPlan> passes(vksort::plan(of..., info));
  const auto count = static_cast<uint32_t>(passes.size());
  CHECK(vksort::plan(of..., info, passes.data(), count) == count);
  return passes;
}

}  // namespace test
