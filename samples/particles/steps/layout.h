// Where the parts of the picture of a walk are. Units are those of `area`, y downwards.
#pragma once
#include <cstddef>
#include <cstdint>

namespace particles::steps {

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

}  // namespace particles::steps
