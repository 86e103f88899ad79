// Recording: checks the arguments, binds the ranges, and walks the schedule.
#include "bitonic/lists.h"
#include "marks.h"
#include "misuse.h"
#include "sort/interface.h"
#include "vulkan/layouts.h"

namespace vksort {
namespace {

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
  if (state.hook_set && !info.hook_set) return Status::null_hook_set;
  if (!state.hook_set && info.hook_set) return Status::needless_hook_set;
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
  if (!state.tuning.device_count && info.device_count.buffer) return Status::needless_device_count;
  if (!state.tuning.lists && info.lists.buffer) return Status::needless_lists;
  if (state.tuning.uses(Kernel::setup)) return checkDeviceCount(state, info, out);
  if (state.tuning.lists) return checkLists(state, info, out);
  if (info.state.buffer) return Status::needless_state;
  out.counts = unusedWord(out.keys, state.offset_alignment);
  return Status::ok;
}

void bindRanges(const SorterState& state, VkCommandBuffer command_buffer, const Bindings& bindings,
                VkDescriptorSet set) {
  const VkDescriptorBufferInfo* parts[kMaxBindings] = {};
  const auto add = [&](std::uint32_t index, const Binding& binding) {
    if ((state.bindings >> index & 1) != 0) parts[index] = &binding.buffer;
  };
  add(VKSORT_BINDING_KEYS, bindings.keys);
  add(VKSORT_BINDING_VALUES, bindings.values);
  add(VKSORT_BINDING_COUNTS, bindings.counts);
  add(VKSORT_BINDING_SETUP, bindings.setup);
  bindBuffers(command_buffer, {state.vk, state.device, state.pipeline_layout, state.push_descriptor, set}, parts);
}

template <typename Constants>
void dispatch(const SorterState& state, VkCommandBuffer command_buffer, const Pass& pass, const Constants& push,
              const Arguments& arguments) {
  static_assert(sizeof push <= sizeof(Push), "the layout has no more");
  state.vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE,
                           state.pipelines[static_cast<std::uint32_t>(pass.kernel)]);
  state.vk.CmdPushConstants(command_buffer, state.pipeline_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  if (arguments.buffer) {
    state.vk.CmdDispatchIndirect(command_buffer, arguments.buffer, arguments.offset);
    return;
  }
  const Grid grid = foldGrid(pass.groups, state.max_groups_x);
  state.vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
}

// Whether the set-up has nothing bound that the next pass has too, but for the count, which both read.
bool setsUpApart(const Bindings& bindings) {
  for (const Binding* elements : {&bindings.keys, &bindings.values})
    if (boundTogether(*elements, bindings.setup) || boundTogether(*elements, bindings.counts)) return false;
  return !boundTogether(bindings.setup, bindings.counts);
}

// Makes what the passes before wrote visible to the next one, and to the reading of its arguments.
void separate(const SorterState& state, VkCommandBuffer command_buffer, bool arguments) {
  Access to = kBefore;
  if (arguments) {
    to.stages |= VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
    to.access |= VK_ACCESS_INDIRECT_COMMAND_READ_BIT;
  }
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, kAfter.access, to.access};
  state.vk.CmdPipelineBarrier(command_buffer, kAfter.stages, to.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

}  // namespace

Status Sorter::record(VkCommandBuffer command_buffer, const SortInfo& info) const {
  if (!state_) return misuse(Status::no_sorter);
  const SorterState& state = *state_;
  const bool lists = state.tuning.lists;
  if (info.count == 0 || (lists && info.lists.list_count == 0)) return Status::ok;
  Bindings bindings{};
  const Status status = check(state, command_buffer, info, bindings);
  if (status != Status::ok) return misuse(status);

  Schedule schedule;
  const ListBounds bounds = boundsOf(info);
  if (lists) {
    buildListSchedule(state.tuning, bounds, schedule);
  } else {
    buildSchedule(state.tuning, info.count, schedule);
  }
  if (schedule.count == 0) return Status::ok;
  Marks marks(state.vk, command_buffer, info.timestamps);
  if (marks.timed() && info.timestamps.count < schedule.count + 1) return misuse(Status::too_few_queries);
  bindRanges(state, command_buffer, bindings, info.descriptor_set);
  if (state.hook_set) {
    state.vk.CmdBindDescriptorSets(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, state.pipeline_layout, 1, 1,
                                   &info.hook_set, 0, nullptr);
  }

  const bool apart = state.tuning.device_count && setsUpApart(bindings);
  marks.beginSort();
  bool indirect = false;  // is the pass before
  for (std::uint32_t i = 0; i < schedule.count; ++i) {
    const Pass& pass = schedule.passes[i];
    const bool repairs = isRepair(pass.kernel);
    const bool first = Shape::sorts(pass.kernel) || repairs || pass.kernel == Kernel::verdict;
    // With counts of the device, the shader finds out which stage is the last one; a stage ends with a merge.
    const bool found = state.tuning.device_count || lists;
    const bool last = repairs || (found ? !isGlobal(pass.kernel) : i + 1 == schedule.count);
    const Arguments arguments =
        lists ? listArgumentsOf(state.tuning, info.state, pass) : argumentsOf(state.tuning, info.state, i);
    const bool after_setup = i > 0 && schedule.passes[i - 1].kernel == Kernel::setup;
    if (i > 0 && (!areIndependent(state.tuning, schedule.passes[i - 1], pass) || (after_setup && !apart))) {
      separate(state, command_buffer, arguments.buffer && !indirect);
    }
    indirect = arguments.buffer != VK_NULL_HANDLE;
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
    push.counts = bindings.counts.first;
    push.other = bindings.setup.first;
    push.last_of = repairs ? ~0u : static_cast<std::uint32_t>((std::uint64_t{1} << pass.stage) - 1);
    push.passes = schedule.count - i - 1;
    if (pass.kernel == Kernel::list_setup) {
      const ListsPush set_up_lists = {pass.window,    bounds.list_count,     info.count,
                                      bounds.largest, bindings.counts.first, bindings.setup.first};
      dispatch(state, command_buffer, pass, set_up_lists, {});
    } else {
      if (lists) pushLists(state.tuning, bounds, pass, push);
      dispatch(state, command_buffer, pass, push, arguments);
    }
    marks.endPass(i);
  }
  marks.endSort();
  return Status::ok;
}

}  // namespace vksort
