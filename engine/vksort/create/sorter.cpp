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

std::uint64_t vksortSorter_T::segmentScratchWords(std::uint32_t max_count, std::uint32_t segment_count) const {
  const std::uint64_t words = vksort::segmentScratchWords(algorithms(), max_count, segment_count);
  if (!staging) return words;
  return std::max(words, vksort::segmentScratchWords(staging->baseline.algorithms, max_count, segment_count));
}

namespace vksort {
namespace {

std::uint64_t missingFor(const SorterState& sorter, const Request& request, const Decision& decision) {
  if (!sorter.staging || decision.choice == Choice::refused) return 0;
  const std::uint64_t missing = sorter.staging->missing.load();
  std::uint64_t missed = 0;
  if (missing == 0) return 0;
  addPasses(sorter.algorithms(), request, decision, [&](const Pass& pass) { missed |= missing & bitOf(pass.kernel); });
  return missed;
}

}  // namespace
}  // namespace vksort

vksort::Chosen vksortSorter_T::choosePipelines(const vksort::Request& request, vksort::Decision& decision) const {
  const std::uint64_t missing = vksort::missingFor(*this, request, decision);
  if (missing == 0) return {full, 0};
  decision = vksort::decide(staging->baseline.algorithms, request);
  return {staging->baseline, missing};
}

void vksortSorter_T::wantPipelines(std::uint64_t missing) const {
  if (missing == 0 || (missing & ~staging->wanted.load()) == 0) return;
  staging->wanted.add(missing);
}
