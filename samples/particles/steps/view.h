// The picture of a walk, by Dear ImGui's draw lists.
#pragma once
#include <cstddef>
#include <cstdint>

#include "steps/walk.h"

struct ImDrawList;

namespace particles::steps {

// Where the parts of the picture of a walk are. Units are those of `area`, y downwards.
struct Box {
  float left = 0.0F;
  float top = 0.0F;
  float right = 0.0F;
  float bottom = 0.0F;

  float width() const { return right - left; }
  float height() const { return bottom - top; }
};

// The area that a picture of this size has for a walk: all but a margin. `scale` as that of text.
Box areaOf(float width, float height, float scale);

// Red in the lowest byte, opaque, as Dear ImGui packs colours.
inline constexpr uint32_t kBackground = 0xff1c1310;

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
