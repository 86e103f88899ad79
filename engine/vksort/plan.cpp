// Prediction: what record() will do for a count, without a device.
#include "plan.h"

#include "sorter_state.h"

namespace vksort {
namespace {

constexpr PassPlan kNoPass = {"", 0, 0, 0, 0};

struct Described {
  bool possible;
  Algorithm algorithm;

  [[nodiscard]] bool hasLists() const { return possible && algorithm.configuration().mode.lists; }
};

Described describedBy(const SorterInfo& info, const PlanDevice& device) {
  const DeviceLimits limits = {device.workgroup_invocations, device.shared_memory_bytes, device.subgroup_size,
                               device.vendor_id};
  if (!isRight(orderingOf(info)) || conflictIn(info) || misfitOf(info, limits)) return {};
  return {true, algorithmFor(info, limits, device.max_groups_x == 0 ? 1 : device.max_groups_x)};
}

bool hasLists(const SorterState* state) { return state && state->algorithm.configuration().mode.lists; }

}  // namespace

Plan planOf(const Algorithm& algorithm, const Amount& amount) {
  PassList list;
  passesOf(algorithm, amount, list);
  Plan plan{};
  if (list.count == 0) return plan;
  plan.dispatches = list.count;
  plan.timestamps = list.count + 1;
  for (std::uint32_t i = 0; i < list.count; ++i) {
    const Pass& pass = list.passes[i];
    if (pass.wait == Wait::passes || pass.wait == Wait::passes_and_arguments) ++plan.barriers;
    const PassBytes bytes = bytesOf(algorithm, amount, pass);
    plan.bytes_read += bytes.read;
    plan.bytes_written += bytes.written;
  }
  return plan;
}

PassPlan planPassOf(const Algorithm& algorithm, const Amount& amount, std::uint32_t index) {
  PassList list;
  passesOf(algorithm, amount, list);
  if (index >= list.count) return kNoPass;
  const Pass& pass = list.passes[index];
  const PassBytes bytes = bytesOf(algorithm, amount, pass);
  return {pass.label, pass.stage, pass.groups, bytes.read, bytes.written};
}

Plan plan(const SorterInfo& info, const PlanDevice& device, std::uint32_t count) {
  const Described described = describedBy(info, device);
  return described.possible ? planOf(described.algorithm, {count, 1}) : Plan{};
}

PassPlan planPass(const SorterInfo& info, const PlanDevice& device, std::uint32_t count, std::uint32_t index) {
  const Described described = describedBy(info, device);
  return described.possible ? planPassOf(described.algorithm, {count, 1}, index) : kNoPass;
}

Plan planLists(const SorterInfo& info, const PlanDevice& device, std::uint32_t list_count, std::uint32_t largest) {
  const Described described = describedBy(info, device);
  return described.hasLists() ? planOf(described.algorithm, {largest, list_count}) : Plan{};
}

PassPlan planListsPass(const SorterInfo& info, const PlanDevice& device, std::uint32_t list_count,
                       std::uint32_t largest, std::uint32_t index) {
  const Described described = describedBy(info, device);
  return described.hasLists() ? planPassOf(described.algorithm, {largest, list_count}, index) : kNoPass;
}

Plan Sorter::plan(std::uint32_t count) const { return state_ ? planOf(state_->algorithm, {count, 1}) : Plan{}; }

PassPlan Sorter::planPass(std::uint32_t count, std::uint32_t index) const {
  return state_ ? planPassOf(state_->algorithm, {count, 1}, index) : kNoPass;
}

Plan Sorter::planLists(std::uint32_t list_count, std::uint32_t largest) const {
  return hasLists(state_) ? planOf(state_->algorithm, {largest, list_count}) : Plan{};
}

PassPlan Sorter::planListsPass(std::uint32_t list_count, std::uint32_t largest, std::uint32_t index) const {
  return hasLists(state_) ? planPassOf(state_->algorithm, {largest, list_count}, index) : kNoPass;
}

}  // namespace vksort
