// Prediction: what record() will do for a count, without a device.
#include "plan.h"

#include "bitonic/lists.h"

namespace vksort {
namespace {

constexpr PassPlan kNoPass = {"", 0, 0, 0, 0};

std::uint64_t least(std::uint64_t a, std::uint64_t b) { return a < b ? a : b; }

// Of the first `end` elements of rows of 2^window, those in the first (or, mirrored, the last) `columns` of each row.
std::uint64_t inColumns(std::uint64_t end, std::uint32_t window, std::uint64_t columns, bool mirrored) {
  const std::uint64_t row = std::uint64_t{1} << window;
  const std::uint64_t part = end & (row - 1);
  const std::uint64_t skipped = mirrored ? row - columns : 0;
  return (end >> window) * columns + (part > skipped ? least(part - skipped, columns) : 0);
}

// Elements below n that the first `groups` workgroups of a pass hold; each of them loads and stores its own once.
std::uint64_t elementsOf(const Shape& shape, const Pass& pass, std::uint64_t groups, std::uint64_t n) {
  const std::uint32_t elements_log2 = shape.elementsLog2(pass.kernel);
  if (pass.kernel == Kernel::repair_seams) {
    const std::uint64_t half = std::uint64_t{1} << (elements_log2 - 1);
    return groups == 0 ? 0 : least(n, (groups << elements_log2) + half) - half;
  }
  if (!isGlobal(pass.kernel)) return least(n, groups << elements_log2);
  // See global.comp: a workgroup holds 2^columns_log2 neighbours of every row of its block.
  const std::uint32_t strides = shape.strides(pass.kernel);
  const std::uint32_t columns_log2 = elements_log2 - strides;
  const std::uint32_t groups_log2 = pass.window - columns_log2;  // per block
  const std::uint64_t block = std::uint64_t{1} << (pass.window + strides);
  const std::uint64_t whole = least(n, (groups >> groups_log2) * block);
  const std::uint64_t rest = least(n - whole, block);
  const std::uint64_t columns = (groups & ((std::uint64_t{1} << groups_log2) - 1)) << columns_log2;
  const std::uint64_t lower = least(rest, block / 2);
  return whole + inColumns(lower, pass.window, columns, false) +
         inColumns(rest - lower, pass.window, columns, pass.mirror);
}

PassPlan planned(const PlanInput& input, const Pass& pass, std::uint32_t count) {
  if (pass.kernel == Kernel::setup || pass.kernel == Kernel::verdict) return {nameOf(pass.kernel), 0, 1, 0, 0};
  if (input.shape.lists)
    return {nameOf(pass.kernel), pass.stage, pass.kernel == Kernel::list_setup ? pass.groups : 0, 0, 0};
  // A folded grid has a few workgroups over, which repeat work on blocks that are complete, if there are any.
  const Grid grid = foldGrid(pass.groups, input.max_groups_x);
  const std::uint64_t groups = std::uint64_t{grid.x} * grid.y;
  const std::uint64_t elements = elementsOf(input.shape, pass, groups, count);
  const std::uint64_t values = input.layout.split ? elements * 4 : 0;
  const std::uint64_t keys = elements * input.layout.key_bytes;
  const bool first = Shape::sorts(pass.kernel);
  const std::uint64_t keys_read = first && input.shape.writes_keys ? 0 : keys;
  const std::uint64_t values_read = first && input.shape.writes_values ? 0 : values;
  return {nameOf(pass.kernel), pass.stage, pass.groups, keys_read + values_read, keys + values};
}

PlanInput inputOf(const SorterState& state) { return {state.tuning, state.layout, state.max_groups_x}; }

// What the input refers to.
struct Described {
  bool possible;
  Shape shape;
  Layout layout;
  std::uint32_t max_groups_x;
};

Described describedBy(const SorterInfo& info, const PlanDevice& device) {
  const DeviceLimits limits = {device.workgroup_invocations, device.shared_memory_bytes, device.subgroup_size,
                               device.vendor_id};
  if (!isRight(orderingOf(info)) || conflictIn(info) || misfitOf(info, limits)) return {};
  return {true, shapeOf(info, limits), layoutOf(orderingOf(info)), device.max_groups_x == 0 ? 1 : device.max_groups_x};
}

PlanInput inputOf(const Described& described) { return {described.shape, described.layout, described.max_groups_x}; }

}  // namespace

const char* fullNameOf(Kernel kernel) {
  constexpr const char* kNames[kKernelCount] = {
      "vksort subgroup_sort", "vksort small_sort",    "vksort medium_sort",   "vksort large_sort",
      "vksort tile_sort",     "vksort double_sort",   "vksort merge_full",    "vksort merge_half",
      "vksort merge_quarter", "vksort global_short",  "vksort global_long_1", "vksort global_long_2",
      "vksort global_long_3", "vksort global_long_4", "vksort global_long_5", "vksort setup",
      "vksort repair_tiles",  "vksort repair_seams",  "vksort verdict",       "vksort list_setup",
      "vksort list_sort",     "vksort tiny_sort",
  };
  return kNames[static_cast<std::uint32_t>(kernel)];
}

const char* nameOf(Kernel kernel) { return fullNameOf(kernel) + sizeof "vksort"; }

namespace {

void build(const PlanInput& input, const Sizes& sizes, Schedule& out) {
  if (input.shape.lists) {
    buildListSchedule(input.shape, {sizes.list_count, sizes.count}, out);
  } else {
    buildSchedule(input.shape, sizes.count, out);
  }
}

}  // namespace

Plan planOf(const PlanInput& input, const Sizes& sizes) {
  Schedule schedule;
  build(input, sizes, schedule);
  Plan plan{};
  if (schedule.count == 0) return plan;
  plan.dispatches = schedule.count;
  plan.timestamps = schedule.count + 1;
  for (std::uint32_t i = 0; i < schedule.count; ++i) {
    if (i > 0 && !areIndependent(input.shape, schedule.passes[i - 1], schedule.passes[i])) ++plan.barriers;
    const PassPlan pass = planned(input, schedule.passes[i], sizes.count);
    plan.bytes_read += pass.bytes_read;
    plan.bytes_written += pass.bytes_written;
  }
  return plan;
}

PassPlan planPassOf(const PlanInput& input, const Sizes& sizes, std::uint32_t index) {
  Schedule schedule;
  build(input, sizes, schedule);
  return index < schedule.count ? planned(input, schedule.passes[index], sizes.count) : kNoPass;
}

Plan plan(const SorterInfo& info, const PlanDevice& device, std::uint32_t count) {
  const Described described = describedBy(info, device);
  return described.possible ? planOf(inputOf(described), {count, 1}) : Plan{};
}

PassPlan planPass(const SorterInfo& info, const PlanDevice& device, std::uint32_t count, std::uint32_t index) {
  const Described described = describedBy(info, device);
  return described.possible ? planPassOf(inputOf(described), {count, 1}, index) : kNoPass;
}

Plan planLists(const SorterInfo& info, const PlanDevice& device, std::uint32_t list_count, std::uint32_t largest) {
  const Described described = describedBy(info, device);
  return described.shape.lists ? planOf(inputOf(described), {largest, list_count}) : Plan{};
}

PassPlan planListsPass(const SorterInfo& info, const PlanDevice& device, std::uint32_t list_count,
                       std::uint32_t largest, std::uint32_t index) {
  const Described described = describedBy(info, device);
  return described.shape.lists ? planPassOf(inputOf(described), {largest, list_count}, index) : kNoPass;
}

Plan Sorter::plan(std::uint32_t count) const { return state_ ? planOf(inputOf(*state_), {count, 1}) : Plan{}; }

PassPlan Sorter::planPass(std::uint32_t count, std::uint32_t index) const {
  return state_ ? planPassOf(inputOf(*state_), {count, 1}, index) : kNoPass;
}

Plan Sorter::planLists(std::uint32_t list_count, std::uint32_t largest) const {
  return state_ && state_->tuning.lists ? planOf(inputOf(*state_), {largest, list_count}) : Plan{};
}

PassPlan Sorter::planListsPass(std::uint32_t list_count, std::uint32_t largest, std::uint32_t index) const {
  return state_ && state_->tuning.lists ? planPassOf(inputOf(*state_), {largest, list_count}, index) : kNoPass;
}

}  // namespace vksort
