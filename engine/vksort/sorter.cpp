// Lifetime and queries of a Sorter.
#include <utility>

#include "arguments.h"

namespace vksort {

Sorter::~Sorter() { destroyState(state_); }

Sorter::Sorter(Sorter&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }

Sorter& Sorter::operator=(Sorter&& other) noexcept {
  Sorter taken(std::move(other));
  std::swap(state_, taken.state_);
  return *this;
}

VkDeviceSize Sorter::scratchBytes(std::uint32_t max_count) const {
  return state_ ? scratchWords(state_->algorithms, max_count) * sizeof(std::uint32_t) : 0;
}

VkDescriptorSetLayout Sorter::descriptorSetLayout() const {
  return state_ ? state_->pipelines.hostSetLayout() : VK_NULL_HANDLE;
}

VkDeviceSize indexOnlyScratchBytes(const Sorter& sorter, std::uint32_t max_count) {
  return indexOnlyOf(sorter.scratchBytes(max_count) / sizeof(std::uint32_t), max_count).bytes;
}

MaxCounts maxCounts(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  return state ? maxCountsOf(state->algorithms) : MaxCounts{};
}

Report getReport(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) return {};
  const PipelineSums& sums = state->pipelines.sums;
  Report report = state->report;
  report.pipelines = sums.pipelines.load(std::memory_order_relaxed);
  report.with_feedback = sums.with_feedback.load(std::memory_order_relaxed);
  report.cache_hits = sums.cache_hits.load(std::memory_order_relaxed);
  report.driver_ns = sums.driver_ns.load(std::memory_order_relaxed);
  return report;
}

Tuning getTuning(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) return {};
  return state->algorithms.bitonic.shape;
}

SorterConfiguration getConfiguration(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) return {};
  return state->algorithms.configuration();
}

}  // namespace vksort
