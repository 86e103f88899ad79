#include "algorithms/plans.h"

#include <algorithm>

#include "nodes/device.h"

namespace bench {

vksort::PlanDevice planDevice(const gpu::Device& device) {
  const gpu::DeviceProperties& properties = device.properties();
  const VkPhysicalDeviceLimits& limits = properties.core.limits;
  const bool subgroups = (nodes::deviceOf(device).enabled_features & vksort::kFullSubgroups) != 0;
  vksort::PlanDevice plan;
  plan.workgroup_invocations = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  plan.shared_memory_bytes = limits.maxComputeSharedMemorySize;
  plan.subgroup_size = subgroups ? properties.subgroup.subgroupSize : 0;
  plan.vendor_id = properties.core.vendorID;
  plan.max_groups_x = limits.maxComputeWorkGroupCount[0];
  plan.max_storage_range = limits.maxStorageBufferRange;
  plan.max_storage_buffers = limits.maxPerStageDescriptorStorageBuffers;
  return plan;
}

std::uint32_t segmentSize(std::uint32_t count, std::uint32_t segments) { return (count - 1) / segments + 1; }

vksort::PlanInfo planInfo(const Configuration& configuration, std::uint32_t count, bool scratch) {
  vksort::PlanInfo info;
  info.count = count;
  info.scratch = scratch;
  info.indirect = configuration.count_on_gpu;
  info.segment_count = configuration.segments;
  if (configuration.segments != 0) info.max_segment = segmentSize(count, configuration.segments);
  info.key_type = configuration.input.ordering.key_type;
  info.nan_rule = configuration.input.ordering.nan_rule;
  if (configuration.input.key_bits != 0) info.significant_bits.count = configuration.input.key_bits;
  return info;
}

std::vector<vksort::PassPlan> passesOf(const vksort::Sorter& sorter, const vksort::PlanInfo& info) {
  std::vector<vksort::PassPlan> passes(vksort::plan(sorter, info));
  vksort::plan(sorter, info, passes.data(), static_cast<std::uint32_t>(passes.size()));
  return passes;
}

std::vector<vksort::PassPlan> passesOf(const vksort::SorterInfo& info, const vksort::PlanDevice& device,
                                       const vksort::PlanInfo& plan) {
  std::vector<vksort::PassPlan> passes(vksort::plan(info, device, plan));
  vksort::plan(info, device, plan, passes.data(), static_cast<std::uint32_t>(passes.size()));
  return passes;
}

std::uint64_t bytesOf(std::span<const vksort::PassPlan> passes) {
  std::uint64_t bytes = 0;
  for (const vksort::PassPlan& pass : passes) bytes += pass.bytes_read + pass.bytes_written;
  return bytes;
}

}  // namespace bench
