// What the viewer says of the frames that it draws.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "sort/verdicts.h"

namespace particles {

struct Status {
  std::string device;
  uint32_t count = 0;
  bool sorting = true;
  bool fused_keys = true;
  bool paused = false;
  std::optional<double> sort_ms;
  double fps = 0.0;
  std::optional<Verdict> verdict{};  // of the last frame that was verified
};

// A panel with it, between Overlay::begin() and end().
void statusPanel(const Status& status);

}  // namespace particles
