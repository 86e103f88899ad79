#include <cstring>
#include <type_traits>

#include "device/log.h"
#include "record/check.h"
#include "toolkit/state.h"

namespace vksort {
namespace {

// Argument names in the messages of one half and of the whole call.
struct Renamed {
  const char *half, *culled, *selected;
};
#define VKSORT_OF_TOOL(name) \
  { #name, "cull." #name, "select." #name }
constexpr Renamed kToolNames[] = {
    VKSORT_OF_TOOL(source),        VKSORT_OF_TOOL(indices),  VKSORT_OF_TOOL(keys),         VKSORT_OF_TOOL(kept),
    VKSORT_OF_TOOL(selected),      VKSORT_OF_TOOL(scratch),  VKSORT_OF_TOOL(order),        VKSORT_OF_TOOL(nan_rule),
    VKSORT_OF_TOOL(element_words), VKSORT_OF_TOOL(key_type), VKSORT_OF_TOOL(count_source), VKSORT_OF_TOOL(k_source),
    VKSORT_OF_TOOL(descriptor_set)};
#define VKSORT_OF_SORT(name) \
  { #name, "sort." #name, "sort." #name }
constexpr Renamed kSortNames[] = {VKSORT_OF_TOOL(keys),
                                  VKSORT_OF_TOOL(key_type),
                                  {"payload", "cull.indices", "select.indices"},
                                  {"count", "cull.count", "min(select.k, select.count)"},
                                  {"indirect.count", "cull.kept", "select.selected"},
                                  {"indirect.work", "work", "work"},
                                  VKSORT_OF_SORT(scratch),
                                  VKSORT_OF_SORT(order),
                                  VKSORT_OF_SORT(nan_rule),
                                  VKSORT_OF_SORT(significant_bits),
                                  VKSORT_OF_SORT(timestamps),
                                  VKSORT_OF_SORT(descriptor_set)};
#undef VKSORT_OF_SORT
#undef VKSORT_OF_TOOL

template <std::size_t size>
RecordStatus renamed(RecordStatus status, const Renamed (&names)[size], bool culls) {
  for (const char** name : {&status.member, &status.other}) {
    for (const Renamed& each : names) {
      if (!*name || std::strcmp(*name, each.half) != 0) continue;
      *name = culls ? each.culled : each.selected;
      break;
    }
  }
  return status;
}

// The tool writes the keys, payload and count.
RecordStatus checkSort(const SorterState& sorter, VkCommandBuffer command_buffer, std::uint32_t key_bits,
                       const Call& call, FollowingSort& out) {
  const Configuration& configuration = sorter.algorithms().configuration();
  const bool fits = configuration.payload == Payload::u32 && configuration.key_bits == key_bits;
  if (!fits) {
    return broken(Argument::sorter, "sorter", Fault::invalid,
                  "$m must have Payload::u32 and SorterInfo::key_bits $l, as the keys do", 0, key_bits);
  }
  out.set = call.sort.descriptor_set;
  const RecordStatus status = checkValues(sorter, command_buffer, call);
  if (!status.ok() || call.isEmpty()) return status;
  const Request request = requestOf(call);
  const Decision decision = sorter.decide(request);
  const CallRanges ranges = rangesOf(sorter, call, decision);
  out.work = ranges.list[CallRanges::kWork];
  out.work.name = "work";
  out.scratch = ranges.list[CallRanges::kScratch];
  out.scratch.name = "sort.scratch";
  return checkRanges(sorter, call, request, decision, ranges);
}

// Records nothing if either half is invalid.
template <typename Info>
RecordStatus recordBoth(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer command_buffer, const Info& tool,
                        std::uint32_t key_bits, const SortInfo& sort, const IndirectInfo& indirect) {
  constexpr bool kCulls = std::is_same_v<Info, CullInfo>;
  if (!toolkit || !sorter) return isNull(Argument::sorter, toolkit ? "sorter" : "toolkit");
  FollowingSort following{};
  RecordStatus status = checkSort(*sorter, command_buffer, key_bits, {sort, &indirect}, following);
  if (!status.ok()) return renamed(status, kSortNames, kCulls);
  status = recordTool(toolkit, command_buffer, &tool, &following);
  if (!status.ok()) return renamed(status, kToolNames, kCulls);
  recordBarrier(toolkit->pipelines.vk, command_buffer, kAfter, kBefore);
  return vksortRecordIndirect(sorter, command_buffer, &sort, &indirect);
}

RecordStatus cullAndSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer command_buffer,
                         const CullInfo* cull, const SortInfo* sort, const Range* work) {
  if (!cull || !sort || !work) return isNull(Argument::info, !cull ? "cull" : !sort ? "sort" : "work");
  SortInfo culled = *sort;
  culled.keys = cull->keys;
  culled.payload = cull->indices;
  culled.first = 0;
  culled.count = cull->count;
  culled.key_type = cull->key_type;
  const IndirectInfo indirect = {{cull->kept.buffer, cull->kept.offset}, *work};
  return recordBoth(toolkit, sorter, command_buffer, *cull, 32, culled, indirect);
}

RecordStatus selectAndSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer command_buffer,
                           const SelectInfo* select, const SortInfo* sort, const Range* work) {
  if (!select || !sort || !work) return isNull(Argument::info, !select ? "select" : !sort ? "sort" : "work");
  if (select->row_count > 1 || select->segments.buffer) {
    return broken(Argument::segments, "select.segments", Fault::invalid,
                  "$m must be null, and select.row_count at most 1");
  }
  SortInfo selected = *sort;
  selected.keys = select->keys;
  selected.payload = select->indices;
  selected.first = 0;
  selected.count = select->k < select->count ? select->k : select->count;
  selected.key_type = select->key_type;
  const IndirectInfo indirect = {{select->selected.buffer, select->selected.offset}, *work};
  const std::uint32_t key_bits = select->key_type == KeyType::u64 ? 64 : 32;
  return recordBoth(toolkit, sorter, command_buffer, *select, key_bits, selected, indirect);
}

// The Sorter logs errors, or the Toolkit if there is no Sorter.
RecordStatus finishBoth(const char* function, vksortToolkit toolkit, vksortSorter sorter, const RecordStatus& status) {
  return sorter ? finish(function, sorter, status) : finish(function, toolkit, status);
}

}  // namespace
}  // namespace vksort

vksortRecordStatus vksortRecordCulledSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer command_buffer,
                                          const vksortCullInfo* cull, const vksortSortInfo* sort,
                                          const vksortRange* work) {
  return vksort::finishBoth("vksortRecordCulledSort", toolkit, sorter,
                            vksort::cullAndSort(toolkit, sorter, command_buffer, cull, sort, work));
}

vksortRecordStatus vksortRecordSelectedSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer command_buffer,
                                            const vksortSelectInfo* select, const vksortSortInfo* sort,
                                            const vksortRange* work) {
  return vksort::finishBoth("vksortRecordSelectedSort", toolkit, sorter,
                            vksort::selectAndSort(toolkit, sorter, command_buffer, select, sort, work));
}
