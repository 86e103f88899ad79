// A tool and the sort of its elements, in one recording.
#include "record/check.h"
#include "device/log.h"
#include "toolkit/state.h"

namespace vksort {
namespace {

// Records a tool, which writes keys, payload and count of the sort, and then the sort. Nothing if either is wrong.
template <typename RecordTool>
RecordStatus recordBoth(const Toolkit& toolkit, const Sorter& sorter, VkCommandBuffer command_buffer,
                        std::uint32_t key_bits, const SortInfo& sort, const IndirectInfo& indirect,
                        const RecordTool& record_tool) {
  const SorterState* const sorts = SorterAccess::stateOf(sorter);
  const ToolkitState* const tools = ToolkitAccess::stateOf(toolkit);
  if (!sorts || !tools) return misuse(sorts, {Argument::sorter, Fault::missing});
  const Configuration& configuration = sorts->algorithms().configuration();
  const bool fits = configuration.payload == Payload::u32 && configuration.key_bits == key_bits;
  if (!fits) return misuse(sorts, {Argument::sorter, Fault::invalid});
  if (sort.timestamps && !sorts->pipelines.limits.has_timestamps) {
    return misuse(sorts, {Argument::timestamps, Fault::unexpected});
  }
  Call call;
  const Recording recording = {sort, &indirect.count, nullptr, &indirect.state};
  RecordStatus status = recording.isEmpty() ? RecordStatus{} : check(*sorts, command_buffer, recording, call);
  if (!status.ok()) return misuse(sorts, status);
  status = record_tool();
  if (!status.ok()) return status;
  recordBarrier(tools->pipelines.vk, command_buffer, kAfter, kBefore);
  return recordIndirect(sorter, command_buffer, sort, indirect);
}

}  // namespace

RecordStatus recordCulledSort(const Toolkit& toolkit, const Sorter& sorter, VkCommandBuffer command_buffer,
                              const CullInfo& cull, const SortInfo& sort, const Range& state) {
  SortInfo culled = sort;
  culled.keys = cull.keys;
  culled.payload = cull.indices;
  culled.first = 0;
  culled.count = cull.count;
  culled.key_type = cull.key_type;
  const IndirectInfo indirect = {{cull.kept.buffer, cull.kept.offset}, state};
  return recordBoth(toolkit, sorter, command_buffer, 32, culled, indirect,
                    [&] { return toolkit.recordCull(command_buffer, cull); });
}

RecordStatus recordSelectedSort(const Toolkit& toolkit, const Sorter& sorter, VkCommandBuffer command_buffer,
                                const SelectInfo& select, const SortInfo& sort, const Range& state) {
  if (select.row_count != 1 || select.segments.buffer) {
    return misuse(SorterAccess::stateOf(sorter), {Argument::segments, Fault::invalid});
  }
  SortInfo selected = sort;
  selected.keys = select.keys;
  selected.payload = select.indices;
  selected.first = 0;
  selected.count = select.k < select.count ? select.k : select.count;
  selected.key_type = select.key_type;
  const IndirectInfo indirect = {{select.selected.buffer, select.selected.offset}, state};
  return recordBoth(toolkit, sorter, command_buffer, select.key_type == KeyType::u64 ? 64 : 32, selected, indirect,
                    [&] { return toolkit.recordSelect(command_buffer, select); });
}

}  // namespace vksort
