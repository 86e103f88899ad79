#pragma once
#include <cstddef>
#include <cstdint>

#include "steps/walk.h"

struct ImDrawList;

namespace particles::steps {

// y points down.
struct Box {
  float left = 0.0F;
  float top = 0.0F;
  float right = 0.0F;
  float bottom = 0.0F;

  float width() const { return right - left; }
  float height() const { return bottom - top; }
};

// Returns the area of a picture without its margin. `scale` is the scale of the text.
Box areaOf(float width, float height, float scale);

// Red in the lowest byte, opaque, as Dear ImGui packs colours.
inline constexpr uint32_t kBackground = 0xff1c1310;

// Draws the list at `position`, in steps: 3.25 is a quarter of the fourth step. Needs a current ImGui context with a
// font.
void draw(ImDrawList& list, const Walk& walk, double position, const Box& area);

// The text above the bars, such as "bitonic, 64 elements" and "step 5 of 21: merge to runs of ...".
struct Caption {
  std::string list;
  std::string step;
};
Caption caption(const Walk& walk, double position);

}  // namespace particles::steps
