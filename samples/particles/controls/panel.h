// The controls of the window, by Dear ImGui.
#pragma once
#include "controls/marks.h"
#include "controls/series.h"
#include "controls/wanted.h"
#include "sort/depth_sort.h"
#include "sort/order.h"

namespace particles {

// What the panel tells of the frames that are drawn.
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

// Between Overlay::begin() and end(). Changes `wanted` as its controls are used, and adds to `actions`. What is asked
// for may need to be settled().
void drawPanel(Wanted& wanted, std::vector<Action>& actions, const Facts& facts, Marks& marks);

// The keys, in a window in the middle.
void drawHelp(Wanted& wanted, Marks& marks);

// The part of the panel for Shown::steps. `steps` is how many there are.
void drawStepControls(Wanted& wanted, std::vector<Action>& actions, std::size_t steps, Marks& marks);

// Between Overlay::begin() and end(), below all windows. `share` of the width is on its left. Returns where it is, in
// Dear ImGui's units.
float drawDivider(float share, Marks& marks);

}  // namespace particles
