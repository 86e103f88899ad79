// The line between the two halves of a split screen.
#pragma once
#include "controls/marks.h"

namespace particles {

// Between Overlay::begin() and end(), below all windows. `share` of the width is on its left. Returns where it is, in
// Dear ImGui's units.
float drawDivider(float share, Marks& marks);

}  // namespace particles
