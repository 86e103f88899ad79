// Real time, in the steps of a simulation.
#pragma once
#include <chrono>
#include <cstdint>

namespace particles {

class StepClock {
 public:
  // Steps of 1 / PARTICLES_STEPS_PER_SECOND seconds that are due; none while paused.
  uint32_t steps(bool paused);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  double pending_ = 0.0;  // seconds
};

}  // namespace particles
