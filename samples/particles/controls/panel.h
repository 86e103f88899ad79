// The controls of the window, by Dear ImGui.
#pragma once
#include "controls/actions.h"
#include "controls/facts.h"
#include "controls/marks.h"

namespace particles {

// Between Overlay::begin() and end(). Changes `wanted` as its controls are used, and adds to `actions`. What is asked
// for may need to be settled().
void drawPanel(Wanted& wanted, std::vector<Action>& actions, const Facts& facts, Marks& marks);

// The keys, in a window in the middle.
void drawHelp(Wanted& wanted, Marks& marks);

// The part of the panel for Shown::steps. `steps` is how many there are.
void drawStepControls(Wanted& wanted, std::vector<Action>& actions, std::size_t steps, Marks& marks);

}  // namespace particles
