#include "record/check.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kWord = 4;

Part wordsPart(std::uint64_t words) { return {0, static_cast<std::uint32_t>(words), kWord, kWord}; }

RecordStatus refusalOf(const SorterState& sorter, const Call& call, const Request& request) {
  const MaxCounts max = sorter.maxCounts();
  if (request.mode == Mode::segments) {
    if (max.segment == 0) {
      return broken(Argument::segments, "segments", Fault::unexpected,
                    "$m cannot be sorted, because the Sorter has Scratch::required");
    }
    const std::uint32_t most = sorter.algorithms().bitonic.max_segments;
    if (request.segment_count > most) {
      return broken(Argument::work, "segments.segment_count", Fault::too_large,
                    "$m is $g and must be at most $l, so that segments.work fits maxStorageBufferRange",
                    request.segment_count, most);
    }
    const char* const member = call.segments->max_segment != 0 ? "segments.max_segment" : "count";
    if (call.sort.scratch.buffer) {
      return broken(Argument::segments, member, Fault::too_large,
                    "$m is $g and must be at most $l (MaxCounts::with_scratch); segments.max_segment limits segments",
                    request.count, max.with_scratch);
    }
    return broken(Argument::segments, member, Fault::too_large,
                  "$m is $g and must be at most $l (MaxCounts::segment) without scratch memory; pass it, or set "
                  "segments.max_segment to a smaller limit",
                  request.count, max.segment);
  }
  if (request.count > max.with_scratch) {
    return broken(Argument::count, "count", Fault::too_large,
                  "$m is $g and must be at most $l (SorterInfo::max_count and the device limit it)", request.count,
                  max.with_scratch);
  }
  const VkDeviceSize needed = sorter.scratchWords(request.count) * kWord;
  const bool exists = call.sort.scratch.buffer;
  return broken(Argument::scratch, "scratch", exists ? Fault::too_small : Fault::missing,
                exists ? "$m.size is $g and must be at least $l (scratchBytes(count))"
                       : "$m must not be null, because this sort needs $l bytes of scratch memory",
                exists ? call.sort.scratch.size : 0, needed);
}

}  // namespace

CallRanges rangesOf(const SorterState& sorter, const Call& call, const Decision& decision) {
  CallRanges out;
  auto& [keys, payload, count, segments, work, scratch] = out.list;
  const Layout& layout = sorter.algorithms().configuration().layout;
  const SortInfo& sort = call.sort;
  keys = {Argument::keys, "keys", sort.keys, {sort.first, sort.count, layout.key_bytes, layout.alignment},
          true,           true,   {}};
  payload = {
      Argument::payload, "payload", sort.payload, {sort.first, sort.count, kWord, kWord}, layout.split, true, {}};
  if (call.indirect) {
    const CountSource& source = call.indirect->count;
    count = {
        Argument::count_buffer, "indirect.count", {source.buffer, source.offset, kWord}, wordsPart(1), true, false, {}};
    work = {
        Argument::work, "indirect.work", call.indirect->work, wordsPart(VKSORT_WORK_BYTES / kWord), true, false, {}};
  }
  if (const SegmentInfo* const info = call.segments) {
    const std::uint64_t words = std::uint64_t{info->segment_count} * 2;
    const Range table = {info->table, info->table_offset, words * kWord};
    segments = {Argument::segments, "segments.table", table, wordsPart(words), true, false, {}};
    const Part all = wordsPart(VKSORT_SEGMENT_WORK_BYTES(info->segment_count) / kWord);
    work = {Argument::work, "segments.work", info->work, all, true, false, {}};
  }
  const std::uint64_t used = sort.scratch.buffer ? decision.scratch_words : 0;
  scratch = {Argument::scratch, "scratch", sort.scratch, wordsPart(used), used != 0, false, {}};
  placeRanges(out.list, CallRanges::kSize, sorter.pipelines.limits.offset_alignment);
  return out;
}

Request requestOf(const Call& call) {
  const SortInfo& sort = call.sort;
  Request request{};
  request.count = sort.count;
  request.mode = call.segments ? Mode::segments : call.indirect ? Mode::indirect : Mode::whole;
  if (const SegmentInfo* const segments = call.segments) {
    request.segment_count = segments->segment_count;
    if (segments->max_segment != 0) {
      request.segments_in = sort.count;
      if (segments->max_segment < sort.count) request.count = segments->max_segment;
    }
  }
  if (sort.scratch.buffer) request.scratch_words = sort.scratch.size < kWord ? 1 : sort.scratch.size / kWord;
  request.conversion = conversionOf(sort.key_type, sort.order, sort.nan_rule, sort.significant_bits);
  request.bits = sort.significant_bits;
  return request;
}

RecordStatus checkDescriptorSet(const Connection& connection, VkDescriptorSet set) {
  constexpr const char* kName = "descriptor_set";
  if (!connection.push_descriptor && !set) {
    return isNull(Argument::descriptor_set, kName, "$m must not be null, because push descriptors are not enabled");
  }
  if (connection.push_descriptor && set) {
    return broken(Argument::descriptor_set, kName, Fault::unexpected,
                  "$m must be null, because push descriptors are enabled");
  }
  return {};
}

RecordStatus checkOrder(KeyType key_type, Order order, NanRule nan_rule) {
  const auto invalid = [](Argument argument, const char* member, auto value, const char* rule) {
    return broken(argument, member, Fault::invalid, rule, static_cast<std::uint32_t>(value));
  };
  if (!exists(key_type, KeyType::u64)) {
    return invalid(Argument::key_type, "key_type", key_type, "$m is $g and must be a value of KeyType");
  }
  if (!exists(order, Order::descending)) {
    return invalid(Argument::order, "order", order, "$m is $g and must be a value of Order");
  }
  if (!exists(nan_rule, NanRule::last)) {
    return invalid(Argument::nan_rule, "nan_rule", nan_rule, "$m is $g and must be a value of NanRule");
  }
  return {};
}

RecordStatus checkBits(KeyBits bits, std::uint32_t key_bits) {
  constexpr Argument kArgument = Argument::significant_bits;
  if (bits.first >= key_bits) {
    return broken(kArgument, "significant_bits.first", Fault::too_large, kAtMost, bits.first, key_bits - 1);
  }
  if (bits.count > key_bits - bits.first) {
    return broken(kArgument, "significant_bits.count", Fault::too_large, kAtMost, bits.count, key_bits - bits.first);
  }
  return {};
}

RecordStatus checkValues(const SorterState& sorter, VkCommandBuffer command_buffer, const Call& call) {
  const Configuration& configuration = sorter.algorithms().configuration();
  const SortInfo& sort = call.sort;
  if (!command_buffer) return isNull(Argument::command_buffer, "command_buffer");
  RecordStatus status = checkOrder(sort.key_type, sort.order, sort.nan_rule);
  if (!status.ok()) return status;
  if (configuration.wide() != (sort.key_type == KeyType::u64)) {
    return broken(Argument::key_type, "key_type", Fault::invalid,
                  configuration.wide() ? "$m must be u64, because SorterInfo::key_bits is 64"
                                       : "$m must not be u64, because SorterInfo::key_bits is not 64");
  }
  status = checkBits(sort.significant_bits, configuration.key_bits);
  if (status.ok()) status = checkDescriptorSet(sorter.pipelines, sort.descriptor_set);
  if (!status.ok()) return status;
  if (!configuration.layout.split && sort.payload.buffer) {
    return broken(Argument::payload, "payload", Fault::unexpected,
                  "$m must be null, because the Sorter has Payload::none or interleaved");
  }
  if (configuration.scratch == Scratch::never && sort.scratch.buffer) {
    return broken(Argument::scratch, "scratch", Fault::unexpected,
                  "$m must be null, because the Sorter has Scratch::never");
  }
  // This is an error even if the sort does not use scratch memory.
  if (sort.scratch.buffer && sort.scratch.size == VK_WHOLE_SIZE) {
    return broken(Argument::scratch, "scratch", Fault::whole_size, kNotWholeSize);
  }
  if (sort.timestamps && !sorter.pipelines.limits.has_timestamps) {
    return broken(Argument::timestamps, "timestamps", Fault::unexpected,
                  "$m must be null, because no compute queue of the device has timestampValidBits");
  }
  return {};
}

RecordStatus checkRanges(const SorterState& sorter, const Call& call, const Request& request, const Decision& decision,
                         const CallRanges& ranges) {
  const RecordStatus status = firstFault(sorter.pipelines, ranges.list, CallRanges::kSize);
  const bool is_missing = status.fault == Fault::missing;
  return decision.choice == Choice::refused && !is_missing ? refusalOf(sorter, call, request) : status;
}

}  // namespace vksort
