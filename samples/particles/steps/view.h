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

// From the top: a bar for each element, what the step does to them, and the lists so far, one below the other.
struct Layout {
  Layout(const Box& area, float text_height, std::size_t elements);

  // The bar of a key among keys of at most `largest`, at a place that need not be whole.
  Box bar(float place, uint32_t key, uint32_t largest) const;
  // The middle of a place.
  float middle(float place) const { return bars.left + (place + 0.5F) * slot; }
  // Row `row` of `rows` of the history.
  Box historyRow(std::size_t row, std::size_t rows) const;

  Box title;
  Box bars;
  Box links;
  Box history;
  float slot;  // width of a place
};

// Colours of the pictures of steps, as Dear ImGui packs them: red in the lowest byte, opaque.
constexpr uint32_t packed(uint32_t red, uint32_t green, uint32_t blue) {
  return red | green << 8U | blue << 16U | 0xff000000U;
}

inline constexpr uint32_t kBackground = packed(16, 19, 28);
inline constexpr uint32_t kText = packed(226, 231, 240);
inline constexpr uint32_t kFaint = packed(132, 143, 166);
inline constexpr uint32_t kFrame = packed(44, 51, 70);
inline constexpr uint32_t kExchanged = packed(255, 170, 72);
inline constexpr uint32_t kKept = packed(84, 104, 146);

// From small (0) to large (1): dark blue, over green, to warm.
uint32_t colorOf(float part);

// `elements` as they are before the step; `share` of it is done.
void drawLinks(ImDrawList& list, const Step& step, const std::vector<Element>& elements, float share,
               const Layout& layout);

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
