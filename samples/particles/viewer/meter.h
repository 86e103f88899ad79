// How fast frames follow each other.
#pragma once
#include <chrono>
#include <utility>

#include "controls/series.h"

namespace particles {

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

}  // namespace particles
