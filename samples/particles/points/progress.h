// How far reading is, on standard error where that is a terminal.
#pragma once
#include <unistd.h>

#include <cstdint>
#include <cstdio>

namespace particles {

class Progress {
 public:
  explicit Progress(uint64_t count) : count_(count), shown_(isatty(STDERR_FILENO) == 1) {}
  ~Progress() {
    if (percent_ != 0) std::fputs("\r                    \r", stderr);
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(uint64_t done) {
    if (!shown_ || done * 20 / count_ * 5 == percent_) return;
    percent_ = done * 20 / count_ * 5;
    std::fprintf(stderr, "\rreading points %3u %%", static_cast<unsigned>(percent_));
  }

 private:
  uint64_t count_;
  bool shown_;
  uint64_t percent_ = 0;
};

}  // namespace particles
