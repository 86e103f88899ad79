#include "bitonic/lists.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kWord = 4;
constexpr std::uint32_t kListsAtOnce = 1024;  // that one workgroup sets up
constexpr std::uint32_t kArgumentsEnd =
    VKSORT_LISTS_ARGUMENTS + 3 * (VKSORT_LISTS_OF_SLOTS + VKSORT_LISTS_SLOTS_LOG2 * VKSORT_LISTS_PARTS);

static_assert(kArgumentsEnd <= VKSORT_LISTS_QUEUES);
static_assert(listStateBytes(1) == kWord * (VKSORT_LISTS_QUEUES + 2 * VKSORT_LISTS_QUEUE_COUNT));

std::uint32_t least(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

bool needsSlots(const Shape& shape, const ListBounds& bounds) {
  return bounds.largest > 1u << (shape.small_log2 > shape.tiny_log2 ? shape.small_log2 : shape.tiny_log2);
}

bool needsMerges(const Shape& shape, const ListBounds& bounds) { return bounds.largest > 1u << shape.tile_log2; }

// Of a pass over slots: log2 of the fewest slots of a list that takes part.
std::uint32_t rowOf(const Shape& shape, const Pass& pass) { return pass.stage - shape.tile_log2; }

}  // namespace

void listConstants(const Shape& shape, std::uint32_t max_groups_x, std::uint32_t (&out)[kMaxConstants]) {
  out[VKSORT_LISTS_WORKGROUP] = shape.setup_invocations;
  out[VKSORT_LISTS_FEWEST] = shape.fewest();
  out[VKSORT_LISTS_TINY_LOG2] = shape.tiny_log2;
  out[VKSORT_LISTS_SMALL_LOG2] = shape.small_log2;
  out[VKSORT_LISTS_TILE_LOG2] = shape.tile_log2;
  out[VKSORT_LISTS_PACKED_LOG2] = kPackedLog2;
  // One row where that is possible, else rows that leave less than half of two rows over.
  out[VKSORT_LISTS_ROW] = max_groups_x >= kMaxLists ? kMaxLists : least(max_groups_x, kMaxLists / 2);
  out[VKSORT_LISTS_MAX_GROUPS_X] = max_groups_x;
}

Status checkLists(const SorterState& state, const SortInfo& info, Bindings& bindings) {
  const ListTable& lists = info.lists;
  const Range table = {lists.buffer, lists.offset, VkDeviceSize{lists.list_count} * 2 * kWord};
  if (!table.buffer) return Status::null_lists_buffer;
  if (!info.state.buffer) return Status::null_state_buffer;
  if (table.offset % kWord != 0) return Status::misaligned_lists_offset;
  if (info.state.offset % kWord != 0) return Status::misaligned_state_offset;
  if (lists.list_count > kMaxLists) return Status::too_many_lists;
  const VkDeviceSize bytes = listStateBytes(lists.list_count);
  if (info.state.size < bytes) return Status::state_range_too_small;

  bindings.setup = bind(table, {0, lists.list_count * 2, kWord}, state.offset_alignment);
  bindings.counts = bind(info.state, {0, static_cast<std::uint32_t>(bytes / kWord), kWord}, state.offset_alignment);
  if (overlap(bindings.setup, bindings.keys) || overlap(bindings.setup, bindings.values)) {
    return Status::overlapping_lists;
  }
  if (overlap(bindings.counts, bindings.keys) || overlap(bindings.counts, bindings.values) ||
      overlap(bindings.counts, bindings.setup)) {
    return Status::overlapping_state;
  }
  if (!insideBuffer(state.vk, state.device, table)) return Status::lists_past_buffer;
  if (!insideBuffer(state.vk, state.device, info.state)) return Status::state_range_past_buffer;
  return Status::ok;
}

ListBounds boundsOf(const SortInfo& info) {
  const std::uint32_t largest = info.lists.largest;
  return {info.lists.list_count, largest == 0 ? info.count : least(largest, info.count)};
}

void buildListSchedule(const Shape& shape, const ListBounds& bounds, Schedule& out) {
  out.count = 0;
  if (bounds.list_count == 0 || bounds.largest < shape.fewest()) return;
  const auto setUp = [&](std::uint32_t steps, std::uint32_t lists) {
    const std::uint32_t groups = (lists - 1) / shape.setup_invocations + 1;
    out.passes[out.count++] = {Kernel::list_setup, false, static_cast<std::uint8_t>(steps), 0, groups};
  };
  const std::uint32_t arrange = needsMerges(shape, bounds) ? VKSORT_LISTS_ARRANGE : 0;
  if (bounds.list_count <= kListsAtOnce) {
    setUp(VKSORT_LISTS_CLEAR | VKSORT_LISTS_CLASSIFY | arrange, 1);
  } else {
    setUp(VKSORT_LISTS_CLEAR, 1);
    setUp(VKSORT_LISTS_CLASSIFY, bounds.list_count);
    if (arrange != 0) setUp(arrange, 1);
  }

  // What is left to the passes over slots is sorted like one range, of the largest list.
  Schedule slots{};
  if (needsSlots(shape, bounds)) {
    buildSchedule(shape, bounds.largest, slots);
    out.passes[out.count++] = slots.passes[0];
  }
  if (shape.uses(Kernel::list_sort) && bounds.largest > 1u << shape.tiny_log2) {
    out.passes[out.count++] = {Kernel::list_sort, false, 0, static_cast<std::uint8_t>(shape.small_log2), 0};
  }
  out.passes[out.count++] = {Kernel::tiny_sort, false, 0, static_cast<std::uint8_t>(shape.tiny_log2), 0};
  for (std::uint32_t i = 1; i < slots.count; ++i) out.passes[out.count++] = slots.passes[i];
}

void pushLists(const Shape& shape, const ListBounds& bounds, const Pass& pass, Push& push) {
  const auto queue = [&](std::uint32_t index) {
    return push.counts + VKSORT_LISTS_QUEUES + 2 * index * bounds.list_count;
  };
  if (pass.kernel == Kernel::tiny_sort) {
    push.other = queue(0);
    push.row = VKSORT_LISTS_TINY;
  } else if (pass.kernel == Kernel::list_sort) {
    push.other = queue(1);
    push.row = VKSORT_LISTS_SMALL;
  } else {
    push.other = queue(needsMerges(shape, bounds) ? 3 : 2);
    push.row = rowOf(shape, pass);
  }
}

Arguments listArgumentsOf(const Shape& shape, const Range& state, const Pass& pass) {
  if (pass.kernel == Kernel::list_setup) return {};
  std::uint32_t index = pass.kernel == Kernel::tiny_sort ? 0 : 1;
  if (pass.kernel != Kernel::tiny_sort && pass.kernel != Kernel::list_sort) {
    const std::uint32_t parts_log2 = shape.tile_log2 - shape.elementsLog2(pass.kernel);
    index = VKSORT_LISTS_OF_SLOTS + rowOf(shape, pass) * VKSORT_LISTS_PARTS + parts_log2;
  }
  return {state.buffer, state.offset + kWord * (VKSORT_LISTS_ARGUMENTS + 3 * index)};
}

}  // namespace vksort
