#include "create/sorter.h"

#include <algorithm>

vksort::Decision vksortSorter_T::decide(const vksort::Request& request) const {
  return vksort::decideStaged(algorithms(), staging ? &staging->baseline.algorithms : nullptr, request);
}

vksort::MaxCounts vksortSorter_T::maxCounts() const {
  const vksort::MaxCounts all = maxCountsOf(algorithms());
  if (!staging) return all;
  const vksort::MaxCounts baseline = maxCountsOf(staging->baseline.algorithms);
  return {std::min(all.with_scratch, baseline.with_scratch), std::min(all.in_place, baseline.in_place),
          std::min(all.segment, baseline.segment)};
}

std::uint64_t vksortSorter_T::scratchWords(std::uint32_t max_count) const {
  const std::uint64_t words = vksort::scratchWords(algorithms(), max_count);
  return staging ? std::max(words, vksort::scratchWords(staging->baseline.algorithms, max_count)) : words;
}

const vksort::PipelineSet& vksortSorter_T::setFor(const vksort::Request& request, vksort::Decision& decision,
                                                  bool wants) const {
  if (!staging || decision.choice == vksort::Choice::refused) return full;
  const std::uint64_t missing = staging->missing.load(std::memory_order_acquire);
  if (missing == 0) return full;
  std::uint64_t missed = 0;
  addPasses(algorithms(), request, decision,
            [&](const vksort::Pass& pass) { missed |= missing & vksort::bitOf(pass.kernel); });
  if (missed == 0) return full;
  if (wants && (missed & ~staging->wanted.load(std::memory_order_relaxed)) != 0) {
    staging->wanted.fetch_or(missed, std::memory_order_relaxed);
  }
  decision = vksort::decide(staging->baseline.algorithms, request);
  return staging->baseline;
}
