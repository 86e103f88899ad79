// What is measured over time, for plots: the latest values, the rate of frames, and the steps that are due.
#pragma once
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "interface.h"

namespace particles {

class Series {
 public:
  static constexpr std::size_t kKept = 180;

  void add(std::optional<double> value) {
    if (!value) return;
    values_[next_++ % kKept] = static_cast<float>(*value);
  }
  void clear() { next_ = 0; }

  std::size_t size() const { return next_ < kKept ? next_ : kKept; }
  // The i-th of them, the oldest first.
  float at(std::size_t i) const { return values_[(next_ - size() + i) % kKept]; }
  // Nothing without values.
  std::optional<float> last() const { return size() == 0 ? std::nullopt : std::optional(at(size() - 1)); }
  float largest() const {
    float most = 0.0F;
    for (std::size_t i = 0; i < size(); ++i) most = at(i) > most ? at(i) : most;
    return most;
  }

 private:
  std::array<float, kKept> values_{};
  std::size_t next_ = 0;
};

// How fast frames follow each other.
class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  // At the begin of each frame. Returns the seconds since the one before; 0 at first.
  double tick(Clock::time_point now = Clock::now()) {
    if (std::exchange(first_, false)) {
      last_ = counted_from_ = now;
      frames_ = 0;
      return 0.0;
    }
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (seconds > 0.0) frame_ms_.add(seconds * 1000.0);
    count(now);
    return seconds;
  }
  // After a time in which nothing was drawn.
  void rest() { first_ = true; }

  double fps() const { return fps_; }
  const Series& frameMs() const { return frame_ms_; }

 private:
  // New numbers every half a second.
  void count(Clock::time_point now) {
    const double elapsed = std::chrono::duration<double>(now - counted_from_).count();
    ++frames_;
    if (elapsed < 0.5) return;
    fps_ = frames_ / elapsed;
    frames_ = 0;
    counted_from_ = now;
  }

  bool first_ = true;
  Clock::time_point last_;
  Clock::time_point counted_from_;
  int frames_ = 0;  // since then
  double fps_ = 0.0;
  Series frame_ms_;
};

// Real time, in the steps of a simulation.
class StepClock {
 public:
  // Steps of 1 / PARTICLES_STEPS_PER_SECOND seconds that are due; none while paused.
  uint32_t steps(bool paused) {
    constexpr double kStep = 1.0 / PARTICLES_STEPS_PER_SECOND;
    constexpr double kMost = 4.0 * kStep;  // a slow device shows slow motion instead of falling behind
    const Clock::time_point now = Clock::now();
    if (!paused) pending_ = std::min(kMost, pending_ + std::chrono::duration<double>(now - last_).count());
    last_ = now;
    const auto steps = static_cast<uint32_t>(pending_ / kStep);
    pending_ -= steps * kStep;
    return steps;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  double pending_ = 0.0;  // seconds
};

}  // namespace particles
