// Prediction: what record() will do for a count, without a device.
#include "plan.h"

#include "sorter_state.h"

namespace vksort {
namespace {

constexpr PassPlan kNoPass = {"", 0, 0, 0, 0};
constexpr VkDeviceSize kMostAlignment = 256;  // that Vulkan allows minStorageBufferOffsetAlignment to be

struct Described {
  bool possible;
  Algorithms algorithms;

  [[nodiscard]] bool hasLists() const { return possible && algorithms.configuration().mode.lists; }
};

Described describedBy(const SorterInfo& info, const PlanDevice& device) {
  const bool has_subgroups = isUsableSubgroup(device.subgroup_size);
  const DeviceLimits limits = {device.workgroup_invocations, device.shared_memory_bytes,
                               has_subgroups ? device.subgroup_size : 0, device.vendor_id,
                               has_subgroups ? device.workgroup_invocations : 0};
  if (limits.workgroup_invocations < kLeastInvocations || limits.shared_memory_bytes < kLeastSharedBytes) return {};
  if (noValueIn(info) || conflictIn(info) || misfitOf(info, limits)) return {};
  const RecordLimits record_limits = {kMostAlignment, device.max_storage_range, device.max_storage_buffers,
                                      device.max_groups_x == 0 ? 1 : device.max_groups_x};
  return {true, algorithmsFor(info, limits, record_limits)};
}

// As record() refuses more lists.
Amount amountOfLists(std::uint32_t list_count, std::uint32_t largest) {
  return {list_count <= kMaxLists ? largest : 0, list_count, false};
}

bool hasLists(const SorterState* state) { return state && state->algorithms.configuration().mode.lists; }

}  // namespace

Plan planOf(const Algorithms& algorithms, const Amount& amount) {
  PassList list;
  passesOf(algorithms, amount, list);
  Plan plan{};
  if (list.count == 0) return plan;
  plan.dispatches = list.count;
  plan.timestamps = list.count + 1;
  for (std::uint32_t i = 0; i < list.count; ++i) {
    const Pass& pass = list.passes[i];
    if (pass.wait == Wait::passes || pass.wait == Wait::passes_and_arguments) ++plan.barriers;
    const PassBytes bytes = bytesOf(algorithms, amount, pass);
    plan.bytes_read += bytes.read;
    plan.bytes_written += bytes.written;
  }
  return plan;
}

PassPlan planPassOf(const Algorithms& algorithms, const Amount& amount, std::uint32_t index) {
  PassList list;
  passesOf(algorithms, amount, list);
  if (index >= list.count) return kNoPass;
  const Pass& pass = list.passes[index];
  const PassBytes bytes = bytesOf(algorithms, amount, pass);
  return {pass.label, pass.stage, pass.groups, bytes.read, bytes.written};
}

Plan plan(const SorterInfo& info, const PlanDevice& device, std::uint32_t count, bool scratch) {
  const Described described = describedBy(info, device);
  return described.possible ? planOf(described.algorithms, {count, 1, scratch}) : Plan{};
}

PassPlan planPass(const SorterInfo& info, const PlanDevice& device, std::uint32_t count, std::uint32_t index,
                  bool scratch) {
  const Described described = describedBy(info, device);
  return described.possible ? planPassOf(described.algorithms, {count, 1, scratch}, index) : kNoPass;
}

Plan planLists(const SorterInfo& info, const PlanDevice& device, std::uint32_t list_count, std::uint32_t largest) {
  const Described described = describedBy(info, device);
  return described.hasLists() ? planOf(described.algorithms, amountOfLists(list_count, largest)) : Plan{};
}

PassPlan planListsPass(const SorterInfo& info, const PlanDevice& device, std::uint32_t list_count,
                       std::uint32_t largest, std::uint32_t index) {
  const Described described = describedBy(info, device);
  return described.hasLists() ? planPassOf(described.algorithms, amountOfLists(list_count, largest), index) : kNoPass;
}

Plan Sorter::plan(std::uint32_t count, bool scratch) const {
  return state_ ? planOf(state_->algorithms, {count, 1, scratch}) : Plan{};
}

PassPlan Sorter::planPass(std::uint32_t count, std::uint32_t index, bool scratch) const {
  return state_ ? planPassOf(state_->algorithms, {count, 1, scratch}, index) : kNoPass;
}

Plan Sorter::planLists(std::uint32_t list_count, std::uint32_t largest) const {
  return hasLists(state_) ? planOf(state_->algorithms, amountOfLists(list_count, largest)) : Plan{};
}

PassPlan Sorter::planListsPass(std::uint32_t list_count, std::uint32_t largest, std::uint32_t index) const {
  return hasLists(state_) ? planPassOf(state_->algorithms, amountOfLists(list_count, largest), index) : kNoPass;
}

}  // namespace vksort
