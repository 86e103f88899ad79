#include "request/request.h"
#include "toolkit/tool_recording.h"

namespace vksort {
namespace {

std::uint32_t rowsOf(const SelectInfo& info) { return info.segments.buffer ? info.row_count : orOne(info.row_count); }

ToolBits bitsOf(const SortedRange& sorted) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - significantBits(sorted)) << sorted.bits.first;
  return {static_cast<std::uint32_t>(mask), static_cast<std::uint32_t>(mask >> 32)};
}

void giveSelect(ToolRecording& recording, const SelectInfo& info, SelectPush& push) {
  const std::uint32_t words = orOne(info.element_words), rows = rowsOf(info);
  const bool is_wide = info.key_type == KeyType::u64;
  recording.requireElementWords("element_words", words, 3);
  recording.check(checkOrder(info.key_type, info.order, info.nan_rule));
  recording.require(!is_wide || words != 1, Argument::key_type, "key_type", Fault::invalid,
                    "$m must not be u64, because element_words is 1");
  if (!recording.status.ok()) return;
  push.row_stride = info.row_stride != 0 ? info.row_stride : info.count;
  const std::uint64_t written = std::uint64_t{rows} * info.k;
  recording.require(written <= ~0u, Argument::indices, "row_count * k", Fault::too_large, kAtMost, written, ~0u);
  if (info.segments.buffer) {
    push.segments_in = recording.giveReadable(info.source, info.first, info.count, words);
    recording.give(VKSORT_TOOL_SEGMENTS, Argument::segments, "segments", info.segments, 0, rows, 2);
  } else {
    const std::uint64_t read = std::uint64_t{rows - 1} * push.row_stride + info.count;
    recording.require(info.first + read <= ~0u, Argument::source, "source", Fault::too_large,
                      "the rows in $m end at element $g, and must end at most at element $l", info.first + read, ~0u);
    recording.give(VKSORT_TOOL_SOURCE, Argument::source, "source", info.source, info.first, info.count != 0 ? read : 0,
                   words);
    recording.giveScratch(info.scratch, recording.state.scratchWords(info));
  }
  recording.giveKept(info.indices, info.keys, written, is_wide ? 2 : 1);
  recording.giveTarget("selected", info.selected, info.count_source, info.k_source);
}

RecordStatus recordRuns(const ToolkitState& state, VkCommandBuffer command_buffer, const RunInfo& info) {
  const SortedRange& sorted = info.sorted;
  ToolRecording recording{state, command_buffer};
  recording.giveSorted(sorted, 64);
  recording.give(VKSORT_TOOL_TARGET, Argument::target, "starts", info.starts, 0, std::uint64_t{sorted.count} + 1);
  recording.giveTarget("run_count", info.run_count);
  recording.giveScratch(info.scratch, state.scratchWords(sorted.count, state.invocations));
  if (!recording.bind(info.descriptor_set)) return recording.status;
  RunPush push{};
  push.source = recording.source(orOne(sorted.element_words), sorted.count);
  push.kept = recording.kept(info.run_count);
  push.bits = bitsOf(sorted);
  recording.compact(Tool::mark_runs, Tool::place_runs, state.tilesOf(sorted.count, state.invocations), push);
  return {};
}

RecordStatus recordCells(const ToolkitState& state, VkCommandBuffer command_buffer, const CellInfo& info) {
  const SortedRange& sorted = info.sorted;
  ToolRecording recording{state, command_buffer};
  recording.giveSorted(sorted, 32);
  recording.give(VKSORT_TOOL_TARGET, Argument::target, "cells", info.cells, 0, info.cell_count, 2);
  if (recording.status.ok() && info.cell_count == 0) return {};
  if (!recording.bind(info.descriptor_set)) return recording.status;
  CellPush push{};
  push.source = recording.source(orOne(sorted.element_words), sorted.count);
  push.bits = bitsOf(sorted);
  push.shift = sorted.bits.first;
  push.first_cell = recording.first(VKSORT_TOOL_TARGET);
  push.cell_count = info.cell_count;
  const std::uint64_t words = std::uint64_t{2} * info.cell_count;
  recording.dispatch(Tool::clear, recording.groupsOf(words),
                     ClearPush{0, push.first_cell, static_cast<std::uint32_t>(words)});
  if (sorted.count != 0) recording.dispatch(Tool::cells, recording.groupsOf(sorted.count), push);
  return {};
}

RecordStatus recordCull(const ToolkitState& state, VkCommandBuffer command_buffer, const CullInfo& info,
                        const FollowingSort* sort) {
  const std::uint32_t words = orOne(info.element_words);
  ToolRecording recording{state, command_buffer, sort};
  recording.requireElementWords("element_words", words, 3);
  recording.require(exists(info.key_type, KeyType::f32), Argument::key_type, "key_type", Fault::invalid,
                    "$m is $g and must be u32, i32 or f32", static_cast<std::uint32_t>(info.key_type));
  recording.give(VKSORT_TOOL_SOURCE, Argument::source, "source", info.source, info.first, info.count, words);
  recording.giveKept(info.indices, info.keys, info.count, 1);
  recording.giveTarget("kept", info.kept, info.count_source);
  recording.giveScratch(info.scratch, state.scratchWords(info.count, state.invocations));
  if (!recording.bind(info.descriptor_set)) return recording.status;
  const Conversion conversion = conversionOf(info.key_type, Order::ascending, NanRule::total_order);
  CullPush push{};
  push.source = {recording.first(VKSORT_TOOL_SOURCE), words, info.count, recording.wordOf(info.count_source)};
  push.kept = recording.kept(info.kept);
  push.keys = recording.keys(info.keys, conversion);
  push.lowest = orderFromBits(info.lowest, conversion.mask, conversion.flip, 0);
  push.highest = orderFromBits(info.highest, conversion.mask, conversion.flip, 0);
  recording.compact(Tool::mark_culled, Tool::place_culled, state.tilesOf(info.count, state.invocations), push);
  return {};
}

RecordStatus recordGather(const ToolkitState& state, VkCommandBuffer command_buffer, const GatherInfo& info) {
  const bool in_place = !info.target.buffer;
  const std::uint32_t words = info.element_words;
  ToolRecording recording{state, command_buffer};
  recording.requireElementWords("element_words", words, 64);
  recording.require(in_place || !info.scratch.buffer, Argument::scratch, "scratch", Fault::unexpected,
                    "$m must be null, because target is not");
  if (!recording.status.ok()) return recording.status;
  if (info.count == 0) return {};
  GatherPush push{};
  recording.giveCount("count_source", info.count, info.count_source);
  push.readable = recording.giveReadable(info.source, info.first, in_place ? info.count : 1, words);
  recording.give(VKSORT_TOOL_TARGET, in_place ? Argument::scratch : Argument::target, in_place ? "scratch" : "target",
                 in_place ? info.scratch : info.target, in_place ? 0 : info.first, info.count, words);
  recording.give(VKSORT_TOOL_INDICES, Argument::indices, "indices", info.indices, info.first, info.count);
  if (!recording.bind(info.descriptor_set)) return recording.status;
  push.source = recording.source(words, info.count);
  push.first_target = recording.first(VKSORT_TOOL_TARGET);
  push.first_index = recording.first(VKSORT_TOOL_INDICES);
  constexpr VkDeviceSize kQuad = 16;
  const VkDeviceSize offsets =
      recording.bindings[VKSORT_TOOL_SOURCE].buffer.offset | recording.bindings[VKSORT_TOOL_TARGET].buffer.offset;
  push.are_quads = offsets % kQuad == 0 && (push.source.first_word | push.first_target | words) % 4 == 0;
  const std::uint64_t units = std::uint64_t{info.count} * (push.are_quads != 0 ? words / 4 : words);
  recording.dispatch(Tool::gather, recording.groupsOf(units), push);
  push.goes_back = 1;
  if (in_place) recording.dispatch(Tool::gather, recording.groupsOf(units), push);
  return {};
}

RecordStatus recordSelect(const ToolkitState& state, VkCommandBuffer command_buffer, const SelectInfo& info,
                          const FollowingSort* sort) {
  if (rowsOf(info) == 0) return {};
  ToolRecording recording{state, command_buffer, sort};
  SelectPush push{};
  giveSelect(recording, info, push);
  if (!recording.bind(info.descriptor_set)) return recording.status;
  const std::uint32_t count_word = recording.wordOf(info.count_source);
  push.source = {recording.first(VKSORT_TOOL_SOURCE), orOne(info.element_words), info.count, count_word};
  push.kept = recording.kept(info.selected);
  push.keys = recording.keys(info.keys, conversionOf(info.key_type, info.order, info.nan_rule));
  push.is_wide = info.key_type == KeyType::u64;
  push.k = info.k;
  push.k_word = recording.wordOf(info.k_source);
  push.digits = push.is_wide != 0 ? 6 : 3;
  push.rows = rowsOf(info);
  push.first_segment = recording.first(VKSORT_TOOL_SEGMENTS);
  if (selectsByRow(info)) {
    const bool is_short = info.count <= state.invocations * VKSORT_TOOLKIT_ROWS && push.rows != 1;
    // If nothing is selected, one row writes the count for all. There can be more rows than workgroups.
    const std::uint32_t rows = info.count != 0 && info.k != 0 ? push.rows : 1;
    recording.dispatch(is_short ? Tool::select_short_rows : Tool::select_rows, rows, push);
    return {};
  }
  push.first_threshold = recording.first(VKSORT_TOOL_SCRATCH);
  push.kept.first_tile = push.first_threshold + VKSORT_TOOLKIT_SELECT_WORDS;
  const std::uint32_t cleared = VKSORT_TOOLKIT_THRESHOLDS + push.digits * VKSORT_TOOLKIT_BINS;
  recording.dispatch(Tool::clear, recording.groupsOf(cleared), ClearPush{1, push.first_threshold, cleared});
  const std::uint32_t tiles = state.tilesOf(info.count, state.select_invocations);
  constexpr std::uint32_t kMost = VKSORT_TOOLKIT_MAX_NARROWERS;
  for (push.digit = 0; push.digit < push.digits; ++push.digit) {
    recording.dispatch(Tool::narrow, std::min(tiles, kMost), push);
  }
  recording.compact(Tool::mark_selected, Tool::place_selected, tiles, push, kMost);
  return {};
}

template <typename Info, typename... Sort>
RecordStatus recordChecked(const ToolkitState* state, VkCommandBuffer command_buffer, const Info* info, Tools tool,
                           RecordStatus (*record)(const ToolkitState&, VkCommandBuffer, const Info&, Sort...),
                           Sort... sort) {
  if (!state) return isNull(Argument::sorter, "toolkit");
  if (!info) return isNull(Argument::info, "info");
  if (!command_buffer) return isNull(Argument::command_buffer, "command_buffer");
  if ((state->tools & tool) == 0) {
    return broken(Argument::sorter, "toolkit", Fault::invalid,
                  "$m was created without this tool; add it to ToolkitInfo::tools");
  }
  return record(*state, command_buffer, *info, sort...);
}

}  // namespace

RecordStatus recordTool(const ToolkitState* state, VkCommandBuffer command_buffer, const CullInfo* info,
                        const FollowingSort* sort) {
  return recordChecked(state, command_buffer, info, VKSORT_CULL_TOOL, recordCull, sort);
}

RecordStatus recordTool(const ToolkitState* state, VkCommandBuffer command_buffer, const SelectInfo* info,
                        const FollowingSort* sort) {
  return recordChecked(state, command_buffer, info, VKSORT_SELECT_TOOL, recordSelect, sort);
}

}  // namespace vksort

vksortRecordStatus vksortRecordRuns(vksortToolkit toolkit, VkCommandBuffer command_buffer, const vksortRunInfo* info) {
  return vksort::finish("vksortRecordRuns", toolkit,
                        vksort::recordChecked(toolkit, command_buffer, info, VKSORT_RUN_TOOL, vksort::recordRuns));
}

vksortRecordStatus vksortRecordCells(vksortToolkit toolkit, VkCommandBuffer command_buffer,
                                     const vksortCellInfo* info) {
  return vksort::finish("vksortRecordCells", toolkit,
                        vksort::recordChecked(toolkit, command_buffer, info, VKSORT_CELL_TOOL, vksort::recordCells));
}

vksortRecordStatus vksortRecordCull(vksortToolkit toolkit, VkCommandBuffer command_buffer, const vksortCullInfo* info) {
  return vksort::finish("vksortRecordCull", toolkit, vksort::recordTool(toolkit, command_buffer, info, nullptr));
}

vksortRecordStatus vksortRecordGather(vksortToolkit toolkit, VkCommandBuffer command_buffer,
                                      const vksortGatherInfo* info) {
  return vksort::finish("vksortRecordGather", toolkit,
                        vksort::recordChecked(toolkit, command_buffer, info, VKSORT_GATHER_TOOL, vksort::recordGather));
}

vksortRecordStatus vksortRecordSelect(vksortToolkit toolkit, VkCommandBuffer command_buffer,
                                      const vksortSelectInfo* info) {
  return vksort::finish("vksortRecordSelect", toolkit, vksort::recordTool(toolkit, command_buffer, info, nullptr));
}
