#include "misuse.h"

namespace vksort {

const char* describe(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::no_sorter:
      return "record(): the Sorter was never created, or was moved from";
    case Status::null_command_buffer:
      return "record(): command_buffer must not be null";
    case Status::null_keys_buffer:
      return "record(): SortInfo::keys.buffer must not be null";
    case Status::null_values_buffer:
      return "record(): SortInfo::values.buffer must not be null when values are in a buffer of their own";
    case Status::null_descriptor_set:
      return "record(): SortInfo::descriptor_set must not be null when push descriptors are not enabled";
    case Status::needless_descriptor_set:
      return "record(): SortInfo::descriptor_set must be null when push descriptors are enabled";
    case Status::null_hook_set:
      return "record(): SortInfo::hook_set must not be null with a SorterInfo::hook that has a set_layout";
    case Status::needless_hook_set:
      return "record(): SortInfo::hook_set must be null without a SorterInfo::hook that has a set_layout";
    case Status::misaligned_keys_offset:
      return "record(): SortInfo::keys.offset must be a multiple of the element size (4 bytes, 8 if interleaved or "
             "u64)";
    case Status::misaligned_values_offset:
      return "record(): SortInfo::values.offset must be a multiple of 4 bytes";
    case Status::keys_range_too_small:
      return "record(): SortInfo::first + count elements must fit SortInfo::keys.size";
    case Status::values_range_too_small:
      return "record(): SortInfo::first + count elements must fit SortInfo::values.size";
    case Status::keys_range_past_buffer:
      return "record(): SortInfo::keys must lie inside its buffer";
    case Status::values_range_past_buffer:
      return "record(): SortInfo::values must lie inside its buffer";
    case Status::keys_range_too_large:
      return "record(): the sorted part of SortInfo::keys, from the aligned offset below it, must not exceed "
             "maxStorageBufferRange";
    case Status::values_range_too_large:
      return "record(): the sorted part of SortInfo::values, from the aligned offset below it, must not exceed "
             "maxStorageBufferRange";
    case Status::too_few_queries:
      return "record(): SortInfo::timestamps.count must be at least Plan::timestamps of SortInfo::count or lists";
    case Status::overlapping_ranges:
      return "record(): the sorted parts of SortInfo::keys and SortInfo::values must not overlap";
    case Status::needless_device_count:
      return "record(): SortInfo::device_count must be null unless SorterInfo::count is Count::device";
    case Status::needless_state:
      return "record(): SortInfo::state must be null without Count::device, Count::lists or SorterInfo::coherent";
    case Status::needless_lists:
      return "record(): SortInfo::lists.buffer must be null unless SorterInfo::count is Count::lists";
    case Status::null_lists_buffer:
      return "record(): SortInfo::lists.buffer must not be null with Count::lists";
    case Status::misaligned_lists_offset:
      return "record(): SortInfo::lists.offset must be a multiple of 4 bytes";
    case Status::too_many_lists:
      return "record(): SortInfo::lists.list_count must be at most kMaxLists";
    case Status::overlapping_lists:
      return "record(): SortInfo::lists must not overlap the elements that may be sorted";
    case Status::lists_past_buffer:
      return "record(): SortInfo::lists must lie inside its buffer";
    case Status::null_count_buffer:
      return "record(): SortInfo::device_count.buffer must not be null with Count::device";
    case Status::null_state_buffer:
      return "record(): SortInfo::state.buffer must not be null with Count::device, Count::lists or "
             "SorterInfo::coherent";
    case Status::misaligned_count_offset:
      return "record(): SortInfo::device_count.offset must be a multiple of 4 bytes";
    case Status::misaligned_state_offset:
      return "record(): SortInfo::state.offset must be a multiple of 4 bytes";
    case Status::state_range_too_small:
      return "record(): SortInfo::state.size must be at least kStateBytes, with Count::lists listStateBytes() of the "
             "lists";
    case Status::overlapping_count:
      return "record(): SortInfo::device_count must not overlap the elements that may be sorted";
    case Status::overlapping_state:
      return "record(): SortInfo::state must not overlap the elements that may be sorted, nor the count or the lists";
    case Status::count_past_buffer:
      return "record(): SortInfo::device_count must lie inside its buffer";
    case Status::state_range_past_buffer:
      return "record(): SortInfo::state must lie inside its buffer";
  }
  return "unknown status";
}

}  // namespace vksort
