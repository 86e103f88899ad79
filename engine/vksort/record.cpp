// Recording: checks the arguments, binds the ranges, and walks the schedule.
#include "interface.h"
#include "misuse.h"
#include "sorter.h"

namespace vksort {
namespace {

// A sorted part of a range, as it is bound: from an aligned offset down, and the index of its first element there.
struct Binding {
  VkDescriptorBufferInfo buffer;
  std::uint32_t first;
};

Binding bind(const Range& range, const SortInfo& info, VkDeviceSize element, VkDeviceSize alignment) {
  const VkDeviceSize begin = range.offset + info.first * element;
  const VkDeviceSize slack = begin % alignment;
  return {{range.buffer, begin - slack, slack + info.count * element}, static_cast<std::uint32_t>(slack / element)};
}

bool fits(const Range& range, const SortInfo& info, VkDeviceSize element) {
  return (VkDeviceSize{info.first} + info.count) * element <= range.size;
}

bool overlap(const VkDescriptorBufferInfo& a, VkDeviceSize a_slack, const VkDescriptorBufferInfo& b,
             VkDeviceSize b_slack) {
  return a.buffer == b.buffer && a.offset + a_slack < b.offset + b.range && b.offset + b_slack < a.offset + a.range;
}

}  // namespace

Status Sorter::record(VkCommandBuffer command_buffer, const SortInfo& info) const {
  if (!state_) return misuse(Status::no_sorter);
  const SorterState& state = *state_;
  const VkDeviceSize element = state.values == Values::interleaved ? 8 : 4;
  const bool split = state.values == Values::split;

  if (!command_buffer) return misuse(Status::null_command_buffer);
  if (!info.keys.buffer) return misuse(Status::null_keys_buffer);
  if (split && !info.values.buffer) return misuse(Status::null_values_buffer);
  if (!state.push_descriptor && !info.descriptor_set) return misuse(Status::null_descriptor_set);
  if (state.push_descriptor && info.descriptor_set) return misuse(Status::needless_descriptor_set);
  if (info.keys.offset % element != 0) return misuse(Status::misaligned_keys_offset);
  if (split && info.values.offset % element != 0) return misuse(Status::misaligned_values_offset);
  if (!fits(info.keys, info, element)) return misuse(Status::keys_range_too_small);
  if (split && !fits(info.values, info, element)) return misuse(Status::values_range_too_small);

  const Binding keys = bind(info.keys, info, element, state.offset_alignment);
  // Interleaved pairs have no second range; the shader's second binding names the first one again.
  const Binding values = split ? bind(info.values, info, element, state.offset_alignment) : keys;
  if (keys.buffer.range > state.max_range) return misuse(Status::keys_range_too_large);
  if (values.buffer.range > state.max_range) return misuse(Status::values_range_too_large);
  if (split && overlap(keys.buffer, keys.first * element, values.buffer, values.first * element)) {
    return misuse(Status::overlapping_ranges);
  }

  Schedule schedule;
  buildSchedule(state.tuning, info.count, schedule);
  if (schedule.count == 0) return Status::ok;

  VkWriteDescriptorSet writes[2] = {};
  const VkDescriptorBufferInfo* buffers[2] = {&keys.buffer, &values.buffer};
  for (std::uint32_t i = 0; i < 2; ++i) {
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstSet = info.descriptor_set;
    writes[i].dstBinding = i == 0 ? VKSORT_BINDING_KEYS : VKSORT_BINDING_VALUES;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writes[i].pBufferInfo = buffers[i];
  }
  const std::uint32_t write_count = state.values == Values::none ? 1 : 2;
  if (state.push_descriptor) {
    state.vk.CmdPushDescriptorSetKHR(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, state.pipeline_layout, 0,
                                     write_count, writes);
  } else {
    state.vk.UpdateDescriptorSets(state.device, write_count, writes, 0, nullptr);
    state.vk.CmdBindDescriptorSets(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, state.pipeline_layout, 0, 1,
                                   &info.descriptor_set, 0, nullptr);
  }

  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, kAfter.access, kBefore.access};
  VkPipeline bound = VK_NULL_HANDLE;
  for (std::uint32_t i = 0; i < schedule.count; ++i) {
    const Pass& pass = schedule.passes[i];
    if (i > 0) {
      state.vk.CmdPipelineBarrier(command_buffer, kAfter.stages, kBefore.stages, 0, 1, &barrier, 0, nullptr, 0,
                                  nullptr);
    }
    const VkPipeline pipeline = state.pipelines[static_cast<std::uint32_t>(pass.kernel)];
    if (pipeline != bound) state.vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    bound = pipeline;

    Push push{};
    push.first_key = keys.first;
    push.first_value = values.first;
    push.count = info.count;
    push.window = pass.window;
    push.mirror = pass.mirror;
    if (i == 0) {
      push.load_mask = state.key_mask;
      push.load_flip = state.key_flip;
    }
    if (i + 1 == schedule.count) {
      push.store_mask = state.key_mask;
      push.store_flip = state.key_flip;
    }
    state.vk.CmdPushConstants(command_buffer, state.pipeline_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push,
                              &push);
    const Grid grid = foldGrid(pass.groups, state.max_groups_x);
    state.vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
  }
  return Status::ok;
}

std::uint32_t Sorter::dispatchCount(std::uint32_t count) const {
  if (!state_) return 0;
  Schedule schedule;
  buildSchedule(state_->tuning, count, schedule);
  return schedule.count;
}

}  // namespace vksort
