#include "viewer/player.h"

#include <algorithm>
#include <cmath>

namespace particles {

const steps::Walk& Player::walk(WantedSteps& wanted) {
  const StepsOptions& list = wanted.list;
  const bool same = walk_ && list.algorithm == made_of_.algorithm && list.elements == made_of_.elements &&
                    list.digit_bits == made_of_.digit_bits;
  if (!same) {
    walk_ = makeWalk(list, seed_);
    made_of_ = list;
  }
  wanted.list.step = std::clamp(list.step, 0.0, static_cast<double>(walk_->steps.size()));
  return *walk_;
}

void Player::advance(WantedSteps& wanted, double seconds) {
  if (!wanted.playing) return;
  const auto end = static_cast<double>(walk(wanted).steps.size());
  if (wanted.list.step >= end) wanted.list.step = 0.0;  // played once more
  wanted.list.step = std::min(end, wanted.list.step + seconds * static_cast<double>(wanted.speed));
  if (wanted.list.step >= end) wanted.playing = false;
}

void Player::step(WantedSteps& wanted, bool back) {
  wanted.playing = false;
  wanted.list.step = back ? std::ceil(wanted.list.step) - 1.0 : std::floor(wanted.list.step) + 1.0;
  walk(wanted);
}

}  // namespace particles
