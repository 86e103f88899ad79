// What the verifier said of the frames of a run.
#pragma once
#include <optional>
#include <string>

#include "vksort_verifier.h"

namespace particles {

// The verifier's results of one frame: of the keys and indices as they were before the sort, and as they were drawn.
struct Verdict {
  vksort::VerifyResult before;
  vksort::VerifyResult drawn;

  bool ordered() const { return drawn.inversions == 0; }
  // Whether `count` particles were drawn, and those of before the sort.
  bool complete(std::uint32_t count) const;
};

// Over all frames.
class Verdicts {
 public:
  // Nothing: the frame was not verified. `sorted`: whether it should be in order.
  void add(const std::optional<Verdict>& verdict, std::uint32_t count, bool sorted);

  std::uint32_t frames() const { return frames_; }
  // No frame was incomplete, and none out of order that was sorted.
  bool good() const { return failed_ == 0; }
  const std::optional<Verdict>& last() const { return last_; }

  // "verify: 120 frames, 0 out of order, 0 incomplete, 0 inversions in the last".
  std::string describe() const;

 private:
  std::uint32_t frames_ = 0;
  std::uint32_t unordered_ = 0;
  std::uint32_t incomplete_ = 0;
  std::uint32_t failed_ = 0;
  std::optional<Verdict> last_;
};

}  // namespace particles
