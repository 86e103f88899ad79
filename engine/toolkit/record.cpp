// Recordings of a Toolkit: checks the arguments, binds the ranges, dispatches the steps.
#include "device/log.h"
#include "record/check.h"
#include "toolkit/state.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kToolWord = 4;

// The arguments of a recording by VKSORT_BINDING_*, and its steps.
struct ToolRecording {
  const ToolkitState& state;
  VkCommandBuffer command_buffer;
  ToolkitPush push{};
  RangeArgument arguments[VKSORT_BINDINGS]{};
  RecordStatus status{};             // result of the checks so far
  bool counts_are_at_state = false;  // true for culls and selects

  void require(bool holds, Argument argument, Fault fault) {
    if (status.ok() && !holds) status = {argument, fault};
  }

  // Words of a range, which are at the binding if there are any.
  void give(std::uint32_t binding, Argument argument, const Range& range, std::uint64_t first, std::uint64_t count,
            std::uint32_t words = 1) {
    const Part part = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), kToolWord * words,
                       kToolWord};
    arguments[binding] = {argument, range, part, count != 0, true};
  }

  void giveCount(std::uint32_t count, const CountSource& source) {
    push.count = count;
    if (!source.buffer || count == 0) return;
    give(VKSORT_TOOLKIT_BINDING_COUNT, Argument::count_buffer, {source.buffer, source.offset, kToolWord}, 0, 1);
  }

  // The counts of a cull or a select must be in the buffer of its target, because both share a binding.
  void giveTarget(const CountTarget& target, const CountSource& n = {}, const CountSource& k = {}) {
    VkDeviceSize begin = target.offset, end = target.offset;
    const auto include = [&](VkDeviceSize offset, Argument argument) {
      require(offset % kToolWord == 0, argument, Fault::misaligned);
      begin = offset < begin ? offset : begin;
      end = offset > end ? offset : end;
    };
    const bool has_argument = target.argument_offset != kNoArgument;
    require(target.offset != target.argument_offset, Argument::count_target, Fault::invalid);
    include(target.offset, Argument::count_target);
    if (has_argument) include(target.argument_offset, Argument::count_target);
    for (const CountSource* source : {&n, &k}) {
      if (!source->buffer) continue;
      const bool is_written = source->offset == target.offset || source->offset == target.argument_offset;
      require(source->buffer == target.buffer, Argument::count_buffer, Fault::invalid);
      require(!is_written, Argument::count_buffer, Fault::overlapping);
      include(source->offset, Argument::count_buffer);
    }
    const VkDeviceSize words = (end - begin) / kToolWord + 1;
    require(target.per_workgroup != 0, Argument::count_target, Fault::invalid);
    require(words <= ~0u, Argument::count_target, Fault::too_large);
    give(VKSORT_TOOLKIT_BINDING_COUNT_TARGET, Argument::count_target, {target.buffer, begin, words * kToolWord}, 0, words);
    const auto wordAt = [begin](VkDeviceSize offset) {
      return static_cast<std::uint32_t>((offset - begin) / kToolWord);
    };
    push.first_state = wordAt(target.offset);
    push.argument = has_argument ? wordAt(target.argument_offset) : ~0u;
    push.per_workgroup = target.per_workgroup;
    push.first_n = n.buffer ? wordAt(n.offset) : ~0u;
    push.first_k = k.buffer ? wordAt(k.offset) : ~0u;
  }

  void giveSorted(const SortedRange& sorted, std::uint32_t max_bits) {
    const auto& [elements, first, count, source, words, bits] = sorted;
    require(words >= 1 && words <= 3, Argument::element_words, Fault::invalid);
    const std::uint32_t end = words == 1 ? 32 : 64;
    const bool fits = bits.first <= end && (bits.count == kAllBits || bits.count <= end - bits.first);
    const std::uint32_t width = bits.count == kAllBits ? end - bits.first : bits.count;
    require(fits && width <= max_bits, Argument::significant_bits, Fault::too_large);
    const std::uint64_t mask = fits && width != 0 ? ~std::uint64_t{0} >> (64 - width) << bits.first : 0;
    push.stride = words;
    push.mask_low = static_cast<std::uint32_t>(mask);
    push.mask_high = static_cast<std::uint32_t>(mask >> 32);
    push.shift = mask != 0 ? bits.first : 0;
    giveCount(count, source);
    give(VKSORT_TOOLKIT_BINDING_SOURCE, Argument::keys, elements, first, count, words);
  }

  // Elements of a source from `first` on: all of them, and `needed` at least.
  void giveReadable(const Range& source, std::uint32_t first, std::uint32_t needed, std::uint32_t words) {
    const std::uint64_t all = source.size / (kToolWord * words), readable = all > first ? all - first : 0;
    push.readable = static_cast<std::uint32_t>(readable < needed ? needed : readable < ~0u ? readable : ~0u);
    give(VKSORT_TOOLKIT_BINDING_SOURCE, Argument::source, source, first, push.readable, words);
  }

  void giveSelect(const SelectInfo& info) {
    counts_are_at_state = true;
    const std::uint32_t words = info.element_words, rows = info.row_count;
    require(words >= 1 && words <= 3, Argument::element_words, Fault::invalid);
    require(exists(info.key_type, KeyType::u64) && (info.key_type != KeyType::u64 || words != 1), Argument::key_type,
            Fault::invalid);
    require(exists(info.order, Order::descending), Argument::order, Fault::invalid);
    require(exists(info.nan_rule, NanRule::last), Argument::nan_rule, Fault::invalid);
    if (!status.ok()) return;
    const Conversion conversion = conversionOf(info.key_type, info.order, info.nan_rule);
    push.mask = conversion.mask;
    push.flip = conversion.flip;
    push.rotation = conversion.rotation;
    push.low_flip = conversion.low_flip;
    push.is_wide = info.key_type == KeyType::u64 ? 1 : 0;
    push.words = info.keys.buffer ? 2 : 1;
    push.stride = words;
    push.count = info.count;
    push.k = info.k;
    push.cells = rows;
    push.row_stride = info.row_stride != 0 ? info.row_stride : info.count;
    push.digit = info.key_type == KeyType::u64 ? 6 : 3;
    const std::uint64_t written = std::uint64_t{rows} * info.k;
    require(written <= ~0u, Argument::indices, Fault::too_large);
    if (info.segments.buffer) {
      giveReadable(info.source, info.first, info.count, words);
      give(VKSORT_TOOLKIT_BINDING_SEGMENTS, Argument::segments, info.segments, 0, rows, 2);
    } else {
      const std::uint64_t read = std::uint64_t{rows - 1} * push.row_stride + info.count;
      require(info.first + read <= ~0u, Argument::source, Fault::too_large);
      give(VKSORT_TOOLKIT_BINDING_SOURCE, Argument::source, info.source, info.first, info.count != 0 ? read : 0, words);
      give(VKSORT_TOOLKIT_BINDING_SCRATCH, Argument::scratch, info.scratch, 0, state.scratchWords(info));
    }
    give(VKSORT_TOOLKIT_BINDING_TARGET, Argument::indices, info.indices, 0, written);
    if (info.keys.buffer)
      give(VKSORT_TOOLKIT_BINDING_KEPT_KEYS, Argument::keys, info.keys, 0, written, 1 + push.is_wide);
    giveTarget(info.selected, info.count_source, info.k_source);
  }

  void giveCull(const CullInfo& info) {
    counts_are_at_state = true;
    const std::uint32_t words = info.element_words;
    require(words >= 1 && words <= 3, Argument::element_words, Fault::invalid);
    require(exists(info.key_type, KeyType::f32), Argument::key_type, Fault::invalid);
    const Conversion conversion = conversionOf(info.key_type, Order::ascending, NanRule::total_order);
    push.mask = conversion.mask;
    push.flip = conversion.flip;
    push.lowest = orderFromBits(info.lowest, conversion.mask, conversion.flip, 0);
    push.highest = orderFromBits(info.highest, conversion.mask, conversion.flip, 0);
    push.words = info.keys.buffer ? 2 : 1;
    push.stride = words;
    push.count = info.count;
    give(VKSORT_TOOLKIT_BINDING_SOURCE, Argument::source, info.source, info.first, info.count, words);
    give(VKSORT_TOOLKIT_BINDING_TARGET, Argument::indices, info.indices, 0, info.count);
    if (info.keys.buffer) give(VKSORT_TOOLKIT_BINDING_KEPT_KEYS, Argument::keys, info.keys, 0, info.count);
    giveTarget(info.kept, info.count_source);
    giveScratch(info.scratch);
  }

  // Checks all arguments, and binds them. False: `status` is a fault.
  bool check(VkDescriptorSet set) {
    const Pipelines& pipelines = state.pipelines;
    if (!status.ok()) return false;
    status = firstFault(pipelines, arguments, VKSORT_BINDINGS, false);
    require(pipelines.push_descriptor || set, Argument::descriptor_set, Fault::missing);
    require(!pipelines.push_descriptor || !set, Argument::descriptor_set, Fault::unexpected);
    if (status.ok()) status = firstFault(pipelines, arguments, VKSORT_BINDINGS, true);
    if (!status.ok()) return false;
    const RangeArgument* given = arguments;
    while (!given->is_given) ++given;
    Binding bindings[VKSORT_BINDINGS];
    for (std::uint32_t i = 0; i < VKSORT_BINDINGS; ++i) {
      bindings[i] =
          arguments[i].is_given ? arguments[i].binding : unusedWord(given->binding, pipelines.limits.offset_alignment);
    }
    push.first_key = bindings[VKSORT_TOOLKIT_BINDING_SOURCE].first;
    push.first_payload = bindings[VKSORT_TOOLKIT_BINDING_TARGET].first;
    push.first_count = bindings[VKSORT_TOOLKIT_BINDING_COUNT].first;
    const std::uint32_t state_first = bindings[VKSORT_TOOLKIT_BINDING_COUNT_TARGET].first;
    for (std::uint32_t* word : {&push.first_state, &push.argument, &push.first_n, &push.first_k})
      if (*word != ~0u) *word += state_first;
    if (!counts_are_at_state) push.first_n = arguments[VKSORT_TOOLKIT_BINDING_COUNT].is_given ? push.first_count : ~0u;
    push.first_scratch = bindings[VKSORT_TOOLKIT_BINDING_SCRATCH].first;
    constexpr VkDeviceSize kQuad = 16;
    const VkDeviceSize offsets =
        bindings[VKSORT_TOOLKIT_BINDING_SOURCE].buffer.offset | bindings[VKSORT_TOOLKIT_BINDING_TARGET].buffer.offset;
    push.are_quads = offsets % kQuad == 0 && push.first_key % 4 == 0 && push.first_payload % 4 == 0;
    pipelines.bindBuffers(command_buffer, set, bindings);
    return true;
  }

  // A step, behind a barrier but for the first one.
  void dispatch(Tool tool, std::uint32_t groups, bool waits) const {
    const Pipelines& pipelines = state.pipelines;
    const DeviceFunctions& vk = pipelines.vk;
    const Grid grid = foldGrid(groups != 0 ? groups : 1, pipelines.limits.max_groups_x);
    if (waits) recordBarrier(vk, command_buffer, kShaders, kShaders);
    beginLabel(vk, command_buffer, labelOf(tool));
    vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE,
                       pipelines.list[static_cast<std::uint32_t>(tool)]);
    vk.CmdPushConstants(command_buffer, pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
    endLabel(vk, command_buffer);
  }
  // Of workgroups for so many units.
  [[nodiscard]] std::uint32_t groupsOf(std::uint64_t units) const {
    const std::uint32_t each = state.invocations * VKSORT_TOOLKIT_UNITS;
    return static_cast<std::uint32_t>((units + each - 1) / each);
  }

  void giveScratch(const Range& scratch) {
    give(VKSORT_TOOLKIT_BINDING_SCRATCH, Argument::scratch, scratch, 0,
         state.scratchWords(push.count, state.invocations));
  }

  // Tiles marked by so many workgroups at most.
  void compact(Tool mark, Tool place, std::uint32_t tiles, std::uint32_t max_markers = ~0u) {
    constexpr std::uint32_t kMarks = VKSORT_TOOLKIT_MARKS;
    push.tiles_each = tiles / VKSORT_TOOLKIT_MAX_PLACERS + 1;
    if (push.tiles_each > kMarks) push.tiles_each = (push.tiles_each + kMarks - 1) / kMarks * kMarks;
    if (tiles != 0) dispatch(mark, tiles < max_markers ? tiles : max_markers, push.digit != 0);
    dispatch(place, tiles / push.tiles_each + 1, tiles != 0);
  }
};

RecordStatus lackOf(const ToolkitState* state, ToolSet tool, VkCommandBuffer command_buffer) {
  if (!state) return {Argument::sorter, Fault::missing};
  if (!command_buffer) return {Argument::command_buffer, Fault::missing};
  return (state->tools & tool) != 0 ? RecordStatus{} : RecordStatus{Argument::sorter, Fault::invalid};
}

}  // namespace

RecordStatus Toolkit::recordRuns(VkCommandBuffer command_buffer, const RunInfo& info) const {
  if (const RecordStatus lack = lackOf(state_, kRunTool, command_buffer); !lack.ok()) return misuse(state_, lack);
  ToolRecording recording{*state_, command_buffer};
  recording.push.words = recording.push.has_end = 1;
  recording.giveSorted(info.sorted, 64);
  recording.give(VKSORT_TOOLKIT_BINDING_TARGET, Argument::target, info.starts, 0, std::uint64_t{info.sorted.count} + 1);
  recording.giveTarget(info.run_count);
  recording.giveScratch(info.scratch);
  if (!recording.check(info.descriptor_set)) return misuse(state_, recording.status);
  recording.compact(Tool::mark_runs, Tool::place_runs, state_->tilesOf(info.sorted.count, state_->invocations));
  return {};
}

RecordStatus Toolkit::recordCells(VkCommandBuffer command_buffer, const CellInfo& info) const {
  if (const RecordStatus lack = lackOf(state_, kCellTool, command_buffer); !lack.ok()) return misuse(state_, lack);
  ToolRecording recording{*state_, command_buffer};
  recording.giveSorted(info.sorted, 32);
  recording.give(VKSORT_TOOLKIT_BINDING_TARGET, Argument::target, info.cells, 0, info.cell_count, 2);
  if (recording.status.ok() && info.cell_count == 0) return {};
  if (!recording.check(info.descriptor_set)) return misuse(state_, recording.status);
  recording.push.cells = info.cell_count;
  recording.dispatch(Tool::clear, recording.groupsOf(std::uint64_t{2} * info.cell_count), false);
  if (info.sorted.count != 0) recording.dispatch(Tool::cells, recording.groupsOf(info.sorted.count), true);
  return {};
}

RecordStatus Toolkit::recordCull(VkCommandBuffer command_buffer, const CullInfo& info) const {
  if (const RecordStatus lack = lackOf(state_, kCullTool, command_buffer); !lack.ok()) return misuse(state_, lack);
  ToolRecording recording{*state_, command_buffer};
  recording.giveCull(info);
  if (!recording.check(info.descriptor_set)) return misuse(state_, recording.status);
  recording.compact(Tool::mark_culled, Tool::place_culled, state_->tilesOf(info.count, state_->invocations));
  return {};
}

RecordStatus Toolkit::recordGather(VkCommandBuffer command_buffer, const GatherInfo& info) const {
  if (const RecordStatus lack = lackOf(state_, kGatherTool, command_buffer); !lack.ok()) return misuse(state_, lack);
  const bool in_place = !info.target.buffer;
  const std::uint32_t words = info.element_words;
  ToolRecording recording{*state_, command_buffer};
  ToolkitPush& push = recording.push;
  push.argument = ~0u;
  recording.require(words >= 1 && words <= 64, Argument::element_words, Fault::invalid);
  recording.require(in_place || !info.scratch.buffer, Argument::scratch, Fault::unexpected);
  if (!recording.status.ok()) return misuse(state_, recording.status);
  if (info.count == 0) return {};
  recording.giveCount(info.count, info.count_source);
  recording.giveReadable(info.source, info.first, in_place ? info.count : 1, words);
  recording.give(VKSORT_TOOLKIT_BINDING_TARGET, in_place ? Argument::scratch : Argument::target,
                 in_place ? info.scratch : info.target, in_place ? 0 : info.first, info.count, words);
  recording.give(VKSORT_TOOLKIT_BINDING_INDICES, Argument::indices, info.indices, info.first, info.count);
  if (!recording.check(info.descriptor_set)) return misuse(state_, recording.status);
  if (words % 4 != 0) push.are_quads = 0;
  push.units = push.are_quads != 0 ? words / 4 : words;
  const std::uint32_t groups = recording.groupsOf(std::uint64_t{info.count} * push.units);
  recording.dispatch(Tool::gather, groups, false);
  push.goes_back = 1;
  if (in_place) recording.dispatch(Tool::gather, groups, true);
  return {};
}

RecordStatus Toolkit::recordSelect(VkCommandBuffer command_buffer, const SelectInfo& info) const {
  if (const RecordStatus lack = lackOf(state_, kSelectTool, command_buffer); !lack.ok()) return misuse(state_, lack);
  if (info.row_count == 0) return {};
  ToolRecording recording{*state_, command_buffer};
  recording.giveSelect(info);
  if (!recording.check(info.descriptor_set)) return misuse(state_, recording.status);
  if (selectsByRow(info)) {
    const bool is_short = info.count <= state_->invocations * VKSORT_TOOLKIT_ROWS && info.row_count != 1;
    // One row writes the count of all if nothing is selected. Such rows may be more than workgroups.
    const std::uint32_t rows = info.count != 0 && info.k != 0 ? info.row_count : 1;
    recording.dispatch(is_short ? Tool::select_short_rows : Tool::select_rows, rows, false);
    return {};
  }
  const std::uint32_t digits = recording.push.digit;
  const std::uint32_t cleared = VKSORT_TOOLKIT_THRESHOLDS + digits * VKSORT_TOOLKIT_BINS;
  recording.push.cells = cleared / 2;
  recording.dispatch(Tool::clear, recording.groupsOf(cleared), false);
  const std::uint32_t tiles = state_->tilesOf(info.count, state_->select_invocations);
  constexpr std::uint32_t kMost = VKSORT_TOOLKIT_MAX_NARROWERS;
  for (recording.push.digit = 0; recording.push.digit < digits; ++recording.push.digit) {
    recording.dispatch(Tool::narrow, tiles < kMost ? tiles : kMost, true);
  }
  recording.compact(Tool::mark_selected, Tool::place_selected, tiles, kMost);
  return {};
}

}  // namespace vksort
