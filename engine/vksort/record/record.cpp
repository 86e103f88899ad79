#include "device/log.h"
#include "record/check.h"
#include "record/marks.h"

namespace vksort {
namespace {

// Indexed by VKSORT_BINDING_*. Unused bindings contain one word of the keys.
using Bindings = Binding[kMaxBindings];

void arrangeBindings(const SorterState& sorter, const Call& call, const CallRanges& ranges, bool from_table,
                     Bindings& out) {
  const auto& [keys, payload, count, table, work, scratch] = ranges.list;
  const Binding unused = unusedWord(keys.binding, sorter.pipelines.limits.offset_alignment);
  out[VKSORT_BINDING_KEYS] = keys.binding;
  out[VKSORT_BINDING_PAYLOAD] = payload.is_used ? payload.binding : unused;
  out[VKSORT_BINDING_SCRATCH] = scratch.is_used ? scratch.binding : unused;
  if (call.segments) {
    out[VKSORT_BINDING_TABLE] = table.binding;
    out[VKSORT_BINDING_SEGMENT_WORK] = work.binding;
    if (from_table) out[VKSORT_BINDING_DIRECT_TABLE] = table.binding;
  } else {
    out[VKSORT_BINDING_COUNT] = call.indirect ? count.binding : unused;
    out[VKSORT_BINDING_DISPATCH_WORDS] = call.indirect ? work.binding : unused;
  }
}

// If no bound range overlaps another one, passes without a barrier between them only share words that they read, or
// elements of different segments.
bool boundApart(const Bindings& bindings, bool segmented, bool uses_scratch) {
  const auto& [keys, payload, count_or_work, work_or_table, scratch] = bindings;
  const bool elements_apart = !boundTogether(keys, count_or_work) && !boundTogether(payload, count_or_work);
  if (segmented && !uses_scratch) return elements_apart;  // passes that sort do not use the table
  if (segmented && (boundTogether(scratch, keys) || boundTogether(scratch, payload))) return false;
  const bool scratch_apart = !boundTogether(scratch, count_or_work) && !boundTogether(scratch, work_or_table);
  return elements_apart && scratch_apart && !boundTogether(keys, work_or_table) &&
         !boundTogether(payload, work_or_table) && !boundTogether(work_or_table, count_or_work);
}

void waitFor(Wait wait, const DeviceFunctions& vk, VkCommandBuffer command_buffer, const Bindings& bindings,
             bool segmented, bool uses_scratch) {
  if (wait == Wait::nothing) return;
  if (wait == Wait::passes_if_shared && boundApart(bindings, segmented, uses_scratch)) return;
  Access to = kShaders;
  if (wait == Wait::passes_and_dispatch_words) {
    to.stages |= VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
    to.access |= VK_ACCESS_INDIRECT_COMMAND_READ_BIT;
  }
  recordBarrier(vk, command_buffer, kShaders, to);
}

void dispatch(const Pipelines& pipelines, VkCommandBuffer command_buffer, const Pass& pass, VkPipeline pipeline,
              const Range* work) {
  const DeviceFunctions& vk = pipelines.vk;
  vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  // Sets all bytes of the layout, even if the kernel uses fewer, because tools warn about bytes that are never set.
  vk.CmdPushConstants(command_buffer, pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, sizeof(Push), sizeof pass.words,
                      pass.words);
  if (pass.dispatch_word != kDirect) {
    constexpr VkDeviceSize kWordBytes = 4;
    vk.CmdDispatchIndirect(command_buffer, work->buffer, work->offset + kWordBytes * pass.dispatch_word);
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

// A missing pipeline would be a bug of vksort. The sort is then incomplete.
RecordStatus recordPasses(const SorterState& sorter, VkCommandBuffer command_buffer, const Call& call,
                          const Request& request, const CallRanges& ranges, const PipelineSet& set,
                          const Decision& decision, Marks& marks) {
  Bindings bindings{};
  arrangeBindings(sorter, call, ranges, decision.from_table, bindings);
  const Pipelines& pipelines = sorter.pipelines;
  pipelines.bindBuffers(command_buffer, call.sort.descriptor_set, bindings);
  const Push push = pushOf(bindings, request, call.sort.count);
  pipelines.vk.CmdPushConstants(command_buffer, pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
  marks.beginSort();
  RecordStatus status{};
  addPasses(set.algorithms, request, decision, [&](const Pass& pass) {
    const VkPipeline pipeline = pipelines.list[set.first_pipeline + pass.kernel];
    if (!pipeline) {
      status = broken(Argument::sorter, kernelName(pass.kernel), Fault::missing,
                      "the pipeline of $m does not exist, which is a bug of vksort; do not submit the command buffer");
      return;
    }
    waitFor(pass.wait, pipelines.vk, command_buffer, bindings, request.mode == Mode::segments,
            decision.scratch_words != 0);
    marks.beginPass(pass);
    dispatch(pipelines, command_buffer, pass, pipeline, call.work());
    marks.endPass();
  });
  marks.endSort();
  return status;
}

RecordStatus recordSort(const SorterState& sorter, VkCommandBuffer command_buffer, const Call& call) {
  RecordStatus status = checkValues(sorter, command_buffer, call);
  if (!status.ok()) return status;
  const Timestamps* const timestamps = call.sort.timestamps;
  Marks marks(sorter.pipelines.vk, command_buffer, timestamps ? *timestamps : Timestamps{});
  if (call.isEmpty()) {
    marks.writeTimestamps();
    return {};
  }
  const Request request = requestOf(call);
  Decision decision = sorter.decide(request);
  const CallRanges ranges = rangesOf(sorter, call, decision);
  status = checkRanges(sorter, call, request, decision, ranges);
  if (!status.ok()) return status;
  if (decision.choice == Choice::nothing) {
    marks.writeTimestamps();
  } else {
    const Chosen chosen = sorter.choosePipelines(request, decision);
    sorter.wantPipelines(chosen.missing);
    status = recordPasses(sorter, command_buffer, call, request, ranges, chosen.pipelines, decision, marks);
  }
  return status;
}

RecordStatus recordCall(const SorterState* sorter, VkCommandBuffer command_buffer, const SortInfo* info, Mode mode,
                        const IndirectInfo* indirect, const SegmentInfo* segments) {
  if (!sorter) return isNull(Argument::sorter, "sorter");
  if (!info) return isNull(Argument::info, "info");
  if (mode == Mode::indirect && !indirect) return isNull(Argument::info, "indirect");
  if (mode == Mode::segments && !segments) return isNull(Argument::info, "segments");
  return recordSort(*sorter, command_buffer, {*info, indirect, segments});
}

}  // namespace
}  // namespace vksort

vksortRecordStatus vksortRecord(vksortSorter sorter, VkCommandBuffer command_buffer, const vksortSortInfo* info) {
  return vksort::finish("vksortRecord", sorter,
                        vksort::recordCall(sorter, command_buffer, info, vksort::Mode::whole, nullptr, nullptr));
}

vksortRecordStatus vksortRecordIndirect(vksortSorter sorter, VkCommandBuffer command_buffer, const vksortSortInfo* info,
                                        const vksortIndirectInfo* indirect) {
  return vksort::finish("vksortRecordIndirect", sorter,
                        vksort::recordCall(sorter, command_buffer, info, vksort::Mode::indirect, indirect, nullptr));
}

vksortRecordStatus vksortRecordSegments(vksortSorter sorter, VkCommandBuffer command_buffer, const vksortSortInfo* info,
                                        const vksortSegmentInfo* segments) {
  return vksort::finish("vksortRecordSegments", sorter,
                        vksort::recordCall(sorter, command_buffer, info, vksort::Mode::segments, nullptr, segments));
}
