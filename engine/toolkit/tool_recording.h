#pragma once

#include <algorithm>

#include "device/log.h"
#include "device/ranges.h"
#include "record/check.h"
#include "toolkit/state.h"

namespace vksort {

inline constexpr VkDeviceSize kToolWord = 4;

[[nodiscard]] constexpr std::uint32_t orOne(std::uint32_t n) { return n != 0 ? n : 1; }

// 65 if the elements do not contain the bits.
[[nodiscard]] inline std::uint32_t significantBits(const SortedRange& sorted) {
  const std::uint32_t end = orOne(sorted.element_words) == 1 ? 32 : 64;
  if (sorted.bits.first >= end) return 65;
  const std::uint32_t rest = end - sorted.bits.first;
  return sorted.bits.count == 0 ? rest : sorted.bits.count <= rest ? sorted.bits.count : 65;
}

// Ranges by VKSORT_TOOL_*, and the first fault.
struct ToolRecording {
  const ToolkitState& state;
  VkCommandBuffer command_buffer;
  const FollowingSort* sort = nullptr;
  RecordStatus status{};
  UsedRange arguments[VKSORT_BINDINGS]{};
  Binding bindings[VKSORT_BINDINGS]{};
  VkDeviceSize counts_begin = 0;
  bool is_first_step = true;

  void check(const RecordStatus& next) {
    if (status.ok()) status = next;
  }
  void require(bool holds, Argument argument, const char* member, Fault fault, const char* rule,
               std::uint64_t given = 0, std::uint64_t limit = 0) {
    if (!holds) check(broken(argument, member, fault, rule, given, limit));
  }
  void requireElementWords(const char* member, std::uint32_t words, std::uint32_t max) {
    require(words >= 1 && words <= max, Argument::element_words, member, Fault::invalid, "$m is $g and must be 1 to $l",
            words, max);
  }

  void give(std::uint32_t binding, Argument argument, const char* name, const Range& range, std::uint64_t first,
            std::uint64_t count, std::uint32_t words = 1) {
    const VkDeviceSize bytes = kToolWord * words;
    const Part part = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), bytes, kToolWord};
    arguments[binding] = {argument, name, range, part, count != 0, true, {}};
  }

  void giveCount(const char* name, std::uint32_t count, const CountSource& source) {
    if (!source.buffer || count == 0) return;
    give(VKSORT_TOOL_COUNT, Argument::count_buffer, name, {source.buffer, source.offset, kToolWord}, 0, 1);
  }

  void giveScratch(const Range& scratch, std::uint64_t words) {
    give(VKSORT_TOOL_SCRATCH, Argument::scratch, "scratch", scratch, 0, words);
    const char* const rule = "$m must not be null, because this call needs $l bytes of scratch memory";
    require(words == 0 || scratch.buffer, Argument::scratch, "scratch", Fault::missing, rule, 0, words * kToolWord);
  }

  void giveSorted(const SortedRange& sorted, std::uint32_t max_bits) {
    const std::uint32_t words = orOne(sorted.element_words), bits = significantBits(sorted);
    requireElementWords("sorted.element_words", words, 3);
    require(bits <= 64, Argument::significant_bits, "sorted.bits", Fault::too_large,
            "$m end at bit $g and must end at most at bit $l of the element",
            std::uint64_t{sorted.bits.first} + sorted.bits.count, words == 1 ? 32 : 64);
    require(bits <= max_bits, Argument::significant_bits, "sorted.bits.count", Fault::too_large, kAtMost, bits,
            max_bits);
    giveCount("sorted.count_source", sorted.count, sorted.count_source);
    give(VKSORT_TOOL_SOURCE, Argument::source, "sorted.elements", sorted.elements, sorted.first, sorted.count, words);
  }

  void giveKept(const Range& indices, const Range& keys, std::uint64_t count, std::uint32_t key_words) {
    give(VKSORT_TOOL_TARGET, Argument::indices, "indices", indices, 0, count);
    if (keys.buffer) give(VKSORT_TOOL_KEPT_KEYS, Argument::keys, "keys", keys, 0, count, key_words);
  }

  // Binds at least `needed` elements from `first`, and returns their number.
  std::uint32_t giveReadable(const Range& source, std::uint32_t first, std::uint32_t needed, std::uint32_t words) {
    const std::uint64_t all = source.size / (kToolWord * words), rest = all > first ? all - first : 0;
    const auto readable = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(rest, needed, ~0u));
    give(VKSORT_TOOL_SOURCE, Argument::source, "source", source, first, readable, words);
    return readable;
  }

  // Counts share a binding with the target, so they must be in its buffer.
  void giveTarget(const char* name, const CountTarget& target, const CountSource& n = {}, const CountSource& k = {}) {
    VkDeviceSize begin = target.offset, end = target.offset;
    const auto include = [&](VkDeviceSize offset, Argument argument, const char* member) {
      require(offset % kToolWord == 0, argument, member, Fault::misaligned, kAligned, offset, kToolWord);
      begin = std::min(begin, offset);
      end = std::max(end, offset);
    };
    const bool has_command = target.command_divisor != 0;
    require(!has_command || target.offset != target.command_offset, Argument::count_target, name, Fault::invalid,
            "command_offset of $m is $g and must not be equal to its offset", target.command_offset);
    include(target.offset, Argument::count_target, name);
    if (has_command) include(target.command_offset, Argument::count_target, name);
    for (const CountSource* source : {&n, &k}) {
      if (!source->buffer) continue;
      const char* const member = source == &n ? "count_source" : "k_source";
      const bool is_written =
          source->offset == target.offset || (has_command && source->offset == target.command_offset);
      const Argument argument = Argument::count_buffer;
      require(source->buffer == target.buffer, argument, member, Fault::invalid,
              "$m must be in the buffer of the count that the call writes, because they share a binding");
      require(!is_written, argument, member, Fault::overlapping, "$m must not be the count that the call writes");
      include(source->offset, argument, member);
    }
    const VkDeviceSize words = (end - begin) / kToolWord + 1;
    require(words <= ~0u, Argument::count_target, name, Fault::too_large,
            "the words of $m span $g bytes, and must span at most $l", words * kToolWord, ~0u * kToolWord);
    give(VKSORT_TOOL_COUNT_TARGET, Argument::count_target, name, {target.buffer, begin, words * kToolWord}, 0, words);
    counts_begin = begin;
  }

  [[nodiscard]] RecordStatus checkSort(VkDescriptorSet set) const {
    if (set && set == sort->set) {
      RecordStatus fault = broken(Argument::descriptor_set, "sort.descriptor_set", Fault::overlapping,
                                  "$m must not be $o, because both halves of the call write their descriptors");
      fault.other = "descriptor_set";
      return fault;
    }
    UsedRange ranges[VKSORT_TOOL_SCRATCH + 2];
    std::copy_n(arguments, VKSORT_TOOL_SCRATCH, ranges);
    ranges[VKSORT_TOOL_SCRATCH] = sort->work;
    ranges[VKSORT_TOOL_SCRATCH + 1] = sort->scratch;
    return firstFault(state.pipelines, ranges, VKSORT_TOOL_SCRATCH + 2);
  }

  // If it returns false, `status` contains the fault.
  bool bind(VkDescriptorSet set) {
    const Pipelines& pipelines = state.pipelines;
    if (!status.ok()) return false;
    check(checkDescriptorSet(pipelines, set));
    placeRanges(arguments, VKSORT_BINDINGS, pipelines.limits.offset_alignment);
    if (status.ok()) status = firstFault(pipelines, arguments, VKSORT_BINDINGS);
    if (status.ok() && sort) status = checkSort(set);
    if (!status.ok()) return false;
    const UsedRange* given = arguments;
    while (!given->is_used) ++given;
    const Binding unused = unusedWord(given->binding, pipelines.limits.offset_alignment);
    for (std::uint32_t i = 0; i < VKSORT_BINDINGS; ++i)
      bindings[i] = arguments[i].is_used ? arguments[i].binding : unused;
    pipelines.bindBuffers(command_buffer, set, bindings);
    return true;
  }

  // Push constants. The ranges must be bound.
  [[nodiscard]] std::uint32_t first(std::uint32_t binding) const { return bindings[binding].first; }
  [[nodiscard]] std::uint32_t wordAt(bool exists, VkDeviceSize offset) const {
    const auto word = static_cast<std::uint32_t>((offset - counts_begin) / kToolWord);
    return exists ? first(VKSORT_TOOL_COUNT_TARGET) + word : VKSORT_TOOL_NO_WORD;
  }
  [[nodiscard]] std::uint32_t wordOf(const CountSource& count) const { return wordAt(count.buffer, count.offset); }
  [[nodiscard]] ToolSource source(std::uint32_t words, std::uint32_t count) const {
    const std::uint32_t count_word =
        arguments[VKSORT_TOOL_COUNT].is_used ? first(VKSORT_TOOL_COUNT) : VKSORT_TOOL_NO_WORD;
    return {first(VKSORT_TOOL_SOURCE), words, count, count_word};
  }
  [[nodiscard]] ToolKept kept(const CountTarget& target) const {
    return {first(VKSORT_TOOL_TARGET),
            first(VKSORT_TOOL_SCRATCH),
            0,
            wordAt(true, target.offset),
            wordAt(target.command_divisor != 0, target.command_offset),
            orOne(target.command_divisor)};
  }
  [[nodiscard]] ToolKeys keys(const Range& keys, const Conversion& by) const {
    return {keys.buffer != VK_NULL_HANDLE, first(VKSORT_TOOL_KEPT_KEYS), by.mask, by.flip, by.rotation, by.low_flip};
  }

  // Records a barrier first, except for the first step.
  template <typename Push>
  void dispatch(Tool tool, std::uint32_t groups, const Push& push) {
    static_assert(sizeof push <= kToolPushBytes);
    const Pipelines& pipelines = state.pipelines;
    const Grid grid = foldGrid(std::max(groups, 1u), pipelines.limits.max_groups_x);
    const VkPipeline pipeline = pipelines.list[static_cast<std::uint32_t>(tool)];
    if (!is_first_step) recordBarrier(pipelines.vk, command_buffer, kShaders, kShaders);
    is_first_step = false;
    beginLabel(pipelines.vk, command_buffer, labelOf(tool));
    pipelines.vk.CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    pipelines.vk.CmdPushConstants(command_buffer, pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    pipelines.vk.CmdDispatch(command_buffer, grid.x, grid.y, 1);
    endLabel(pipelines.vk, command_buffer);
  }

  // VKSORT_TOOLKIT_UNITS per invocation.
  [[nodiscard]] std::uint32_t groupsOf(std::uint64_t units) const {
    const std::uint32_t each = state.invocations * VKSORT_TOOLKIT_UNITS;
    return static_cast<std::uint32_t>((units + each - 1) / each);
  }

  template <typename Push>
  void compact(Tool mark, Tool place, std::uint32_t tiles, Push& push, std::uint32_t max_markers = ~0u) {
    constexpr std::uint32_t kMarks = VKSORT_TOOLKIT_MARKS;
    std::uint32_t& each = push.kept.tiles_each;
    each = tiles / VKSORT_TOOLKIT_MAX_PLACERS + 1;
    if (each > kMarks) each = (each + kMarks - 1) / kMarks * kMarks;
    if (tiles != 0) dispatch(mark, std::min(tiles, max_markers), push);
    dispatch(place, tiles / each + 1, push);
  }
};

}  // namespace vksort
