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

// Excludes the margin. `scale` is the scale of the text.
Box areaOf(float width, float height, float scale);

// Red in the lowest byte, opaque, as Dear ImGui packs colours.
inline constexpr uint32_t kBackground = 0xff1c1310;

// `position` is in steps: 3.25 is a quarter of the fourth step. Needs a current ImGui context with a font.
void draw(ImDrawList& list, const Walk& walk, double position, const Box& area);

struct Caption {
  std::string list;
  std::string step;
};
Caption caption(const Walk& walk, double position);

}  // namespace particles::steps
