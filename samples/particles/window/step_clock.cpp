#include "window/step_clock.h"

#include <algorithm>

#include "interface.h"

namespace particles {

uint32_t StepClock::steps(bool paused) {
  constexpr double kStep = 1.0 / PARTICLES_STEPS_PER_SECOND;
  constexpr double kMost = 4.0 * kStep;  // a slow device shows slow motion instead of falling behind
  const Clock::time_point now = Clock::now();
  if (!paused) pending_ = std::min(kMost, pending_ + std::chrono::duration<double>(now - last_).count());
  last_ = now;
  const auto steps = static_cast<uint32_t>(pending_ / kStep);
  pending_ -= steps * kStep;
  return steps;
}

}  // namespace particles
