// The sort of a short list that the window shows step by step.
#pragma once
#include <optional>

#include "controls/wanted.h"

namespace particles {

class Player {
 public:
  explicit Player(uint32_t seed) : seed_(seed) {}

  // The walk that is asked for. A position past its end becomes its end.
  const steps::Walk& walk(WantedSteps& wanted);
  // Plays on by so many seconds, and stops at the end.
  void advance(WantedSteps& wanted, double seconds);
  // To the end of this step, or to the begin of it or of the one before.
  void step(WantedSteps& wanted, bool back);

 private:
  uint32_t seed_;
  StepsOptions made_of_;
  std::optional<steps::Walk> walk_;
};

}  // namespace particles
