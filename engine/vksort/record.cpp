// Recording: checks the arguments, binds the ranges, and walks the passes.
#include "arguments.h"
#include "marks.h"
#include "misuse.h"
#include "vulkan/grid.h"

namespace vksort {
namespace {

void bindRanges(const SorterState& state, VkCommandBuffer command_buffer, const Bindings& bindings,
                const SortInfo& info) {
  const VkDescriptorBufferInfo* parts[kMaxBindings] = {};
  parts[VKSORT_BINDING_KEYS] = &bindings.keys.buffer;
  parts[VKSORT_BINDING_VALUES] = &bindings.values.buffer;
  parts[VKSORT_BINDING_COUNTS] = &bindings.counts.buffer;
  parts[VKSORT_BINDING_STATE] = &bindings.state.buffer;
  parts[VKSORT_BINDING_LISTS] = &bindings.lists.buffer;
  parts[VKSORT_BINDING_SCRATCH] = &bindings.scratch.buffer;
  for (std::uint32_t i = 0; i < kMaxBindings; ++i) {
    if ((state.bindings >> i & 1) == 0) parts[i] = nullptr;
  }
  const Pipelines& pipelines = state.pipelines;
  bindBuffers(command_buffer, pipelines.bindTarget(info.descriptor_set), parts);
  if (!state.hook_set) return;
  pipelines.vk.CmdBindDescriptorSets(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines.layout, 1, 1,
                                     &info.hook_set, 0, nullptr);
}

// Whether no range is bound together with another: then a set-up has nothing that the next pass has too, but for the
// count, which both read, and of two sorts of lists neither writes where the other reads its state.
bool boundApart(const Bindings& bindings) {
  return !boundTogether(bindings.keys, bindings.state) && !boundTogether(bindings.keys, bindings.counts) &&
         !boundTogether(bindings.values, bindings.state) && !boundTogether(bindings.values, bindings.counts) &&
         !boundTogether(bindings.state, bindings.counts);
}

// The barrier of a pass: makes what the passes before wrote visible to it, and to the reading of its arguments.
void waitFor(Wait wait, const DeviceFunctions& vk, VkCommandBuffer command_buffer, const Bindings& bindings) {
  if (wait == Wait::nothing || (wait == Wait::passes_if_shared && boundApart(bindings))) return;
  Access to = kBefore;
  if (wait == Wait::passes_and_arguments) {
    to.stages |= VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
    to.access |= VK_ACCESS_INDIRECT_COMMAND_READ_BIT;
  }
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, kAfter.access, to.access};
  vk.CmdPipelineBarrier(command_buffer, kAfter.stages, to.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void dispatch(const SorterState& state, VkCommandBuffer command_buffer, const Pass& pass, const Push& push,
              const Range& arguments) {
  const Pipelines& pipelines = state.pipelines;
  const DeviceFunctions& vk = pipelines.vk;
  struct {
    Push push;
    std::uint32_t words[kMaxPassWords];
  } constants{push, {}};
  std::memcpy(constants.words, pass.words, pass.word_count * sizeof pass.words[0]);
  vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines.list[pass.kernel]);
  // All that the layout has: the rest is of other kernels, and tools warn of bytes that are never set.
  vk.CmdPushConstants(command_buffer, pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof constants, &constants);
  if (pass.arguments != kDirect) {
    constexpr VkDeviceSize kArgumentBytes = 4;
    vk.CmdDispatchIndirect(command_buffer, arguments.buffer, arguments.offset + kArgumentBytes * pass.arguments);
    return;
  }
  const Grid grid = foldGrid(pass.groups, state.limits.max_groups_x);
  vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
}

}  // namespace

SortStatus Sorter::record(VkCommandBuffer command_buffer, const SortInfo& info) const {
  if (!state_) return misuse(SortStatus::no_sorter);
  const SorterState& state = *state_;
  const Amount amount = amountOf(state, info);
  if (info.count == 0 || amount.list_count == 0) return SortStatus::ok;
  Bindings bindings{};
  const SortStatus status = check(state, command_buffer, info, bindings);
  if (status != SortStatus::ok) return misuse(status);

  PassList list;
  passesOf(state.algorithms, amount, list);
  if (list.count == 0) return SortStatus::ok;
  const DeviceFunctions& vk = state.pipelines.vk;
  Marks marks(vk, command_buffer, info.timestamps);
  if (marks.timed() && info.timestamps.count < list.count + 1) return misuse(SortStatus::too_few_queries);
  bindRanges(state, command_buffer, bindings, info);

  const Push push = {bindings.keys.first,
                     bindings.values.first,
                     bindings.counts.first,
                     bindings.state.first,
                     bindings.lists.first,
                     bindings.scratch.first,
                     info.count};
  // All of a pass is said where the algorithm adds it: bitonic/schedule.cpp, radix/sort.cpp.
  marks.beginSort();
  for (std::uint32_t i = 0; i < list.count; ++i) {
    const Pass& pass = list.passes[i];
    waitFor(pass.wait, vk, command_buffer, bindings);
    marks.beginPass(pass);
    dispatch(state, command_buffer, pass, push, info.state);
    marks.endPass(i);
  }
  marks.endSort();
  return SortStatus::ok;
}

}  // namespace vksort
