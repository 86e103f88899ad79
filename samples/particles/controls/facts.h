// What the panel tells of the frames that are drawn.
#pragma once
#include <optional>
#include <string>

#include "controls/series.h"
#include "sort/depth_sorter.h"
#include "sort/verdicts.h"

namespace particles {

struct Facts {
  std::string device;
  std::string note;      // what could not be done, or was done for the user; may be empty
  uint32_t most = 1;     // elements that may be asked for
  bool of_file = false;  // all of a file is shown, and no other count
  double fps = 0.0;
  bool timed = true;  // the device has timestamps
  Series frame_ms;    // from one frame to the next
  Series sort_ms;     // of the GPU
  SortFacts sort{};   // of one sort
  bool fused_keys = false;
  std::optional<Verdict> verdict{};  // of the last frame that was looked at
};

// Neighbours out of order, in per cent of all; nothing where nobody has looked.
std::optional<double> shareOutOfOrder(const Facts& facts);
// Of the last sort, if it was of so many; nothing where it was not timed.
std::optional<double> keysPerSecond(const Facts& facts, uint32_t count);

}  // namespace particles
