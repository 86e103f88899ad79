// How fast frames follow each other.
#pragma once
#include <chrono>

#include "controls/series.h"

namespace particles {

class Meter {
 public:
  // At the begin of each frame. Returns the seconds since the one before; 0 at first.
  double tick() {
    const Clock::time_point now = Clock::now();
    const double seconds = first_ ? 0.0 : std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (first_) counted_from_ = now;
    first_ = false;
    if (seconds > 0.0) frame_ms_.add(seconds * 1000.0);
    count(now);
    return seconds;
  }
  // After a time in which nothing was drawn.
  void rest() { first_ = true; }

  double fps() const { return fps_; }
  const Series& frameMs() const { return frame_ms_; }

 private:
  using Clock = std::chrono::steady_clock;

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
  int frames_ = 0;
  double fps_ = 0.0;
  Series frame_ms_;
};

}  // namespace particles
