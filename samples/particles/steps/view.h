// The picture of a walk, by Dear ImGui's draw lists.
#pragma once
#include "steps/layout.h"
#include "steps/walk.h"

struct ImDrawList;

namespace particles::steps {

// `position` is in steps, from 0 to the number of them: 3.25 is a quarter into the fourth. What lies outside is taken
// for the nearest. Needs a current ImGui context with a font, whose height all text has.
void draw(ImDrawList& list, const Walk& walk, double position, const Box& area);

// What it says above the bars: "bitonic, 64 elements" and "step 5 of 21: merge to runs of ...".
struct Caption {
  std::string list;
  std::string step;
};
Caption caption(const Walk& walk, double position);

}  // namespace particles::steps
