// A tool and the sort of its elements in one call.
#include "device/log.h"
#include "record/check.h"
#include "toolkit/state.h"

namespace vksort {
namespace {

// Checks a sort whose keys, payload and count the tool writes.
RecordStatus checkSort(const SorterState& sorter, VkCommandBuffer command_buffer, std::uint32_t key_bits,
                       const Call& call) {
  const Configuration& configuration = sorter.algorithms().configuration();
  const bool fits = configuration.payload == Payload::u32 && configuration.key_bits == key_bits;
  if (!fits) {
    return broken(Argument::sorter, "sorter", Fault::invalid,
                  "$m must have Payload::u32 and SorterInfo::key_bits $l, as the keys do", 0, key_bits);
  }
  const RecordStatus status = checkValues(sorter, command_buffer, call);
  if (!status.ok() || call.isEmpty()) return status;
  const Request request = requestOf(call);
  const Decision decision = sorter.decide(request);
  return checkRanges(sorter, call, request, decision, rangesOf(sorter, call, decision));
}

// Records the tool and the sort, or nothing if either is wrong.
template <typename RecordTool>
RecordStatus recordBoth(const char* function, vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer command_buffer,
                        std::uint32_t key_bits, const SortInfo& sort, const IndirectInfo& indirect,
                        const RecordTool& record_tool) {
  RecordStatus status = isNull(Argument::sorter, toolkit ? "sorter" : "toolkit");
  if (toolkit && sorter) status = checkSort(*sorter, command_buffer, key_bits, {sort, &indirect});
  if (!status.ok()) return finish(function, sorter, status);
  status = record_tool();
  if (!status.ok()) return status;
  recordBarrier(toolkit->pipelines.vk, command_buffer, kAfter, kBefore);
  return vksortRecordIndirect(sorter, command_buffer, &sort, &indirect);
}

}  // namespace
}  // namespace vksort

vksortRecordStatus vksortRecordCulledSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer command_buffer,
                                          const vksortCullInfo* cull, const vksortSortInfo* sort,
                                          const vksortRange* work) {
  if (!cull || !sort || !work) {
    return vksort::finish("vksortRecordCulledSort", sorter,
                          vksort::isNull(vksort::Argument::info, !cull ? "cull" : !sort ? "sort" : "work"));
  }
  vksortSortInfo culled = *sort;
  culled.keys = cull->keys;
  culled.payload = cull->indices;
  culled.first = 0;
  culled.count = cull->count;
  culled.key_type = cull->key_type;
  const vksortIndirectInfo indirect = {{cull->kept.buffer, cull->kept.offset}, *work};
  return vksort::recordBoth("vksortRecordCulledSort", toolkit, sorter, command_buffer, 32, culled, indirect,
                            [&] { return vksortRecordCull(toolkit, command_buffer, cull); });
}

vksortRecordStatus vksortRecordSelectedSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer command_buffer,
                                            const vksortSelectInfo* select, const vksortSortInfo* sort,
                                            const vksortRange* work) {
  if (!select || !sort || !work) {
    return vksort::finish("vksortRecordSelectedSort", sorter,
                          vksort::isNull(vksort::Argument::info, !select ? "select" : !sort ? "sort" : "work"));
  }
  if (select->row_count > 1 || select->segments.buffer) {
    return vksort::finish("vksortRecordSelectedSort", sorter,
                          vksort::broken(vksort::Argument::segments, "select.segments", vksort::Fault::invalid,
                                         "$m must be null, and select.row_count at most 1"));
  }
  vksortSortInfo selected = *sort;
  selected.keys = select->keys;
  selected.payload = select->indices;
  selected.first = 0;
  selected.count = select->k < select->count ? select->k : select->count;
  selected.key_type = select->key_type;
  const vksortIndirectInfo indirect = {{select->selected.buffer, select->selected.offset}, *work};
  const std::uint32_t key_bits = select->key_type == vksort::KeyType::u64 ? 64 : 32;
  return vksort::recordBoth("vksortRecordSelectedSort", toolkit, sorter, command_buffer, key_bits, selected, indirect,
                            [&] { return vksortRecordSelect(toolkit, command_buffer, select); });
}
