#include "sort/verdicts.h"

namespace particles {

bool Verdict::complete(std::uint32_t count) const {
  return drawn.elements == count && before.elements == count && drawn.checksum[0] == before.checksum[0] &&
         drawn.checksum[1] == before.checksum[1];
}

void Verdicts::add(const std::optional<Verdict>& verdict, std::uint32_t count, bool sorted) {
  if (!verdict) return;
  const bool complete = verdict->complete(count);
  ++frames_;
  if (!verdict->ordered()) ++unordered_;
  if (!complete) ++incomplete_;
  if (!complete || (sorted && !verdict->ordered())) ++failed_;
  last_ = verdict;
}

std::string Verdicts::describe() const {
  return "verify: " + std::to_string(frames_) + " frames, " + std::to_string(unordered_) + " out of order, " +
         std::to_string(incomplete_) + " incomplete, " + std::to_string(last_ ? last_->drawn.inversions : 0) +
         " inversions in the last";
}

}  // namespace particles
