// Plans of calls.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "support/device/rig.h"

namespace test {

inline vksort::PlanInfo planInfoOf(const Config& config, const Call& call) {
  vksort::PlanInfo info;
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

// The device of a rig as plans take it.
inline vksort::PlanDevice planDevice(Rig& rig, const Config& config) {
  const VkPhysicalDeviceProperties& properties = rig.device().properties().core;
  const VkPhysicalDeviceLimits& limits = properties.limits;
  vksort::PlanDevice device;
  device.workgroup_invocations = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  device.shared_memory_bytes = limits.maxComputeSharedMemorySize;
  device.vendor_id = properties.vendorID;
  device.max_groups_x = limits.maxComputeWorkGroupCount[0];
  device.max_storage_range = limits.maxStorageBufferRange;
  device.max_storage_buffers = limits.maxPerStageDescriptorStorageBuffers;
  if (rig.hasFullSubgroups() && config.full_subgroups)
    device.subgroup_size = rig.device().properties().subgroup.subgroupSize;
  return device;
}

// plan() of a Sorter, or of a SorterInfo and a device.
template <typename... Of>
std::vector<vksort::PassPlan> planned(const vksort::PlanInfo& info, const Of&... of) {
  std::vector<vksort::PassPlan> passes(vksort::plan(of..., info));
  const auto count = static_cast<uint32_t>(passes.size());
  CHECK(vksort::plan(of..., info, passes.data(), count) == count);
  return passes;
}

}  // namespace test
