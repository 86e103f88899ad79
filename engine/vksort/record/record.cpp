// Recording: checks the arguments, binds the ranges, and walks the passes.
#include "device/log.h"
#include "marks.h"
#include "record/check.h"

namespace vksort {
namespace {

// Whether no bound range overlaps another. Then a set-up and the next pass share only the count, which both read, and
// of two sorts of segments neither writes where the other reads its state.
bool boundApart(const Bindings& bindings, bool segmented) {
  const auto& [keys, payload, counts, state, scratch] = bindings;
  const bool counts_apart = !boundTogether(keys, counts) && !boundTogether(payload, counts);
  if (segmented) return counts_apart;  // passes that sort do not use the table
  const bool scratch_apart = !boundTogether(scratch, counts) && !boundTogether(scratch, state);
  return counts_apart && scratch_apart && !boundTogether(keys, state) && !boundTogether(payload, state) &&
         !boundTogether(state, counts);
}

// The barrier before a pass: makes earlier writes visible to its shader and its indirect dispatch arguments.
void waitFor(Wait wait, const DeviceFunctions& vk, VkCommandBuffer command_buffer, const Bindings& bindings,
             bool segmented) {
  if (wait == Wait::nothing || (wait == Wait::passes_if_shared && boundApart(bindings, segmented))) return;
  Access to = kShaders;
  if (wait == Wait::passes_and_dispatch_words) {
    to.stages |= VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
    to.access |= VK_ACCESS_INDIRECT_COMMAND_READ_BIT;
  }
  recordBarrier(vk, command_buffer, kShaders, to);
}

void dispatch(const Pipelines& pipelines, VkCommandBuffer command_buffer, const Pass& pass, VkPipeline pipeline,
              const Range* arguments) {
  const DeviceFunctions& vk = pipelines.vk;
  if (!pipeline) VKSORT_ASSERT("the pipeline of a pass must have been created");
  vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  // Sets all bytes of the layout, also those of other kernels: tools warn of bytes that are never set.
  vk.CmdPushConstants(command_buffer, pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, sizeof(Push), sizeof pass.words,
                      pass.words);
  if (pass.dispatch_word != kDirect) {
    constexpr VkDeviceSize kArgumentBytes = 4;
    vk.CmdDispatchIndirect(command_buffer, arguments->buffer, arguments->offset + kArgumentBytes * pass.dispatch_word);
    return;
  }
  const Grid grid = foldGrid(pass.groups, pipelines.limits.max_groups_x);
  vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
}

Push pushOf(const Bindings& bindings, const Request& request, std::uint32_t count) {
  Push push{};
  push.first_key = bindings[VKSORT_BINDING_KEYS].first;
  push.first_payload = bindings[VKSORT_BINDING_PAYLOAD].first;
  push.first_at_2 = bindings[VKSORT_BINDING_COUNT].first;
  push.first_at_3 = bindings[VKSORT_BINDING_DISPATCH_WORDS].first;
  push.first_scratch = bindings[VKSORT_BINDING_SCRATCH].first;
  push.count = count;
  push.is_indirect = request.mode == Mode::indirect;
  push.mask = request.conversion.mask;
  push.flip = request.conversion.flip;
  push.rotation = request.conversion.rotation;
  push.low_flip = request.conversion.low_flip;
  return push;
}

// Passes are defined in bitonic/sort.cpp, radix/sort.cpp and rank/rank.cpp.
void recordPasses(const SorterState& state, VkCommandBuffer command_buffer, const Recording& recording, Call& call,
                  Marks& marks) {
  const Request& request = call.request;  // no structured binding: Clang 15 captures none
  const Bindings& bindings = call.bindings;
  const Level& level = levelFor(state, request, call.decision, true);
  if (call.decision.from_table) call.bindings[VKSORT_BINDING_DIRECT_TABLE] = bindings[VKSORT_BINDING_TABLE];
  state.pipelines.bindBuffers(command_buffer, recording.sort.descriptor_set, bindings);
  const Push push = pushOf(bindings, request, recording.sort.count);
  const Pipelines& pipelines = state.pipelines;
  pipelines.vk.CmdPushConstants(command_buffer, pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  marks.beginSort();
  addPasses(level.algorithms, request, call.decision, [&](const Pass& pass) {
    waitFor(pass.wait, pipelines.vk, command_buffer, bindings, request.mode == Mode::segments);
    marks.beginPass(pass);
    dispatch(pipelines, command_buffer, pass, pipelines.list[level.first_pipeline + pass.kernel], recording.state);
    marks.endPass();
  });
  marks.endSort();
}

RecordStatus recordSort(const Sorter& sorter, VkCommandBuffer command_buffer, const Recording& recording) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) return misuse(state, {Argument::sorter, Fault::missing});
  Call call;
  if (!recording.isEmpty()) {
    const RecordStatus status = check(*state, command_buffer, recording, call);
    if (!status.ok()) return misuse(state, status);
  }
  const Timestamps* const timestamps = command_buffer ? recording.sort.timestamps : nullptr;
  if (timestamps && !state->pipelines.limits.has_timestamps) {
    return misuse(state, {Argument::timestamps, Fault::unexpected});
  }
  Marks marks(state->pipelines.vk, command_buffer, timestamps ? *timestamps : Timestamps{});
  if (call.decision.choice == Choice::nothing) {
    marks.writeTimestamps();
  } else {
    recordPasses(*state, command_buffer, recording, call, marks);
  }
  return {};
}

}  // namespace

RecordStatus Sorter::record(VkCommandBuffer command_buffer, const SortInfo& info) const {
  return recordSort(*this, command_buffer, {info});
}

RecordStatus recordIndirect(const Sorter& sorter, VkCommandBuffer command_buffer, const SortInfo& info,
                            const IndirectInfo& indirect) {
  return recordSort(sorter, command_buffer, {info, &indirect.count, nullptr, &indirect.state});
}

RecordStatus recordSegments(const Sorter& sorter, VkCommandBuffer command_buffer, const SortInfo& info,
                            const SegmentInfo& segments) {
  return recordSort(sorter, command_buffer, {info, nullptr, &segments, &segments.state});
}

}  // namespace vksort
