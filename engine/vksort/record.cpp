// Recording: checks the arguments, binds the ranges, and walks the schedule.
#include "interface.h"
#include "marks.h"
#include "misuse.h"
#include "ranges.h"
#include "sorter.h"

namespace vksort {
namespace {

// What a recording binds.
struct Bindings {
  Binding keys;
  Binding values;  // without a second range: the first one again, for the shader's second binding
};

// Checks the arguments in the order of Status; fills `out` if they are right.
Status check(const SorterState& state, VkCommandBuffer command_buffer, const SortInfo& info, Bindings& out) {
  const Part keys = {info.first, info.count, state.layout.key_bytes};
  const Part values = {info.first, info.count, 4};
  const bool split = state.layout.split;
  if (!command_buffer) return Status::null_command_buffer;
  if (!info.keys.buffer) return Status::null_keys_buffer;
  if (split && !info.values.buffer) return Status::null_values_buffer;
  if (!state.push_descriptor && !info.descriptor_set) return Status::null_descriptor_set;
  if (state.push_descriptor && info.descriptor_set) return Status::needless_descriptor_set;
  if (info.keys.offset % keys.element != 0) return Status::misaligned_keys_offset;
  if (split && info.values.offset % values.element != 0) return Status::misaligned_values_offset;
  if (!fits(info.keys, keys)) return Status::keys_range_too_small;
  if (split && !fits(info.values, values)) return Status::values_range_too_small;

  out.keys = bind(info.keys, keys, state.offset_alignment);
  out.values = split ? bind(info.values, values, state.offset_alignment) : out.keys;
  if (out.keys.buffer.range > state.max_range) return Status::keys_range_too_large;
  if (out.values.buffer.range > state.max_range) return Status::values_range_too_large;
  if (split && overlap(out.keys, out.values)) return Status::overlapping_ranges;
  if (!insideBuffer(state.vk, state.device, info.keys)) return Status::keys_range_past_buffer;
  if (split && !insideBuffer(state.vk, state.device, info.values)) return Status::values_range_past_buffer;
  return Status::ok;
}

void bindRanges(const SorterState& state, VkCommandBuffer command_buffer, const Bindings& bindings,
                VkDescriptorSet set) {
  const VkDescriptorBufferInfo* buffers[2] = {&bindings.keys.buffer, &bindings.values.buffer};
  VkWriteDescriptorSet writes[2] = {};
  for (std::uint32_t i = 0; i < 2; ++i) {
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstSet = set;
    writes[i].dstBinding = i == 0 ? VKSORT_BINDING_KEYS : VKSORT_BINDING_VALUES;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writes[i].pBufferInfo = buffers[i];
  }
  const std::uint32_t write_count = state.layout.element == Element::key ? 1 : 2;
  if (state.push_descriptor) {
    state.vk.CmdPushDescriptorSetKHR(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, state.pipeline_layout, 0,
                                     write_count, writes);
    return;
  }
  state.vk.UpdateDescriptorSets(state.device, write_count, writes, 0, nullptr);
  state.vk.CmdBindDescriptorSets(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, state.pipeline_layout, 0, 1, &set, 0,
                                 nullptr);
}

void dispatch(const SorterState& state, VkCommandBuffer command_buffer, const Pass& pass, const Push& push) {
  state.vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE,
                           state.pipelines[static_cast<std::uint32_t>(pass.kernel)]);
  state.vk.CmdPushConstants(command_buffer, state.pipeline_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  const Grid grid = foldGrid(pass.groups, state.max_groups_x);
  state.vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
}

}  // namespace

Status Sorter::record(VkCommandBuffer command_buffer, const SortInfo& info) const {
  if (!state_) return misuse(Status::no_sorter);
  if (info.count == 0) return Status::ok;
  const SorterState& state = *state_;
  Bindings bindings;
  const Status status = check(state, command_buffer, info, bindings);
  if (status != Status::ok) return misuse(status);

  Schedule schedule;
  buildSchedule(state.tuning, info.count, schedule);
  if (schedule.count == 0) return Status::ok;
  Marks marks(state.vk, command_buffer, info.timestamps);
  if (marks.timed() && info.timestamps.count < schedule.count + 1) return misuse(Status::too_few_queries);
  bindRanges(state, command_buffer, bindings, info.descriptor_set);

  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, kAfter.access, kBefore.access};
  marks.beginSort();
  for (std::uint32_t i = 0; i < schedule.count; ++i) {
    const Pass& pass = schedule.passes[i];
    const bool first = i == 0;
    const bool last = i + 1 == schedule.count;
    if (!first) {
      state.vk.CmdPipelineBarrier(command_buffer, kAfter.stages, kBefore.stages, 0, 1, &barrier, 0, nullptr, 0,
                                  nullptr);
    }
    marks.beginPass(pass);
    Push push{};
    push.first_key = bindings.keys.first;
    push.first_value = bindings.values.first;
    push.count = info.count;
    push.window = pass.window;
    push.mirror = pass.mirror;
    push.load_mask = first ? state.conversion.mask : 0;
    push.load_flip = first ? state.conversion.flip : 0;
    push.store_mask = last ? state.conversion.mask : 0;
    push.store_flip = last ? state.conversion.flip : 0;
    dispatch(state, command_buffer, pass, push);
    marks.endPass(i);
  }
  marks.endSort();
  return Status::ok;
}

}  // namespace vksort
