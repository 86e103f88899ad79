// Lifetime and queries of a Sorter.
#include <algorithm>
#include <utility>

#include "record/check.h"
#include "create/fallback.h"

namespace vksort {

Decision decide(const SorterState& state, const Request& request) {
  return decide(state.algorithms(), state.staging ? &state.staging->baseline.algorithms : nullptr, request);
}

MaxCounts maxCountsOf(const SorterState& state) {
  const MaxCounts out = maxCountsOf(state.algorithms());
  if (!state.staging) return out;
  const MaxCounts of_baseline = maxCountsOf(state.staging->baseline.algorithms);
  return {std::min(out.with_scratch, of_baseline.with_scratch), std::min(out.in_place, of_baseline.in_place),
          std::min(out.segment, of_baseline.segment)};
}

std::uint64_t scratchWords(const SorterState& state, std::uint32_t max_count) {
  const std::uint64_t words = scratchWords(state.algorithms(), max_count);
  return state.staging ? std::max(words, scratchWords(state.staging->baseline.algorithms, max_count)) : words;
}

Sorter::~Sorter() { destroyState(state_); }

Sorter::Sorter(Sorter&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }

Sorter& Sorter::operator=(Sorter&& other) noexcept {
  Sorter taken(std::move(other));
  std::swap(state_, taken.state_);
  return *this;
}

VkDeviceSize Sorter::scratchBytes(std::uint32_t max_count) const {
  return state_ ? scratchWords(*state_, max_count) * sizeof(std::uint32_t) : 0;
}

VkDescriptorSetLayout Sorter::descriptorSetLayout() const {
  return state_ ? state_->pipelines.hostSetLayout() : VK_NULL_HANDLE;
}

MaxCounts maxCounts(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  return state ? maxCountsOf(*state) : MaxCounts{};
}

Report getReport(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) return {};
  Report report = state->report;
  if (const Staging* const staging = state->staging) {
    const std::uint64_t rejected = staging->rejected.load(std::memory_order_acquire);
    for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
      if ((rejected & bitOf(kernel)) == 0) continue;
      addRejected(report, {report.level, kernelName(kernel), 0, notCompiled(staging->results[kernel]).fault});
    }
  }
  return report;
}

Tuning tuningOf(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) return {};
  return state->algorithms().bitonic.shape;
}

SorterConfiguration getConfiguration(const Sorter& sorter) {
  const SorterState* const state = SorterAccess::stateOf(sorter);
  if (!state) return {};
  return state->algorithms().configuration();
}

}  // namespace vksort
