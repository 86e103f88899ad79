#include "steps/layout.h"

namespace particles::steps {

Box areaOf(float width, float height, float scale) {
  const float margin = 20.0F * scale;
  return {margin, margin, width - margin, height - margin};
}

Layout::Layout(const Box& area, float text_height, std::size_t elements) {
  constexpr float kBars = 0.46F;  // shares of what the title leaves
  constexpr float kLinks = 0.22F;
  const float gap = text_height * 0.7F;
  title = {area.left, area.top, area.right, area.top + 3.2F * text_height};
  const float height = area.bottom - title.bottom - 2.0F * gap;
  bars = {area.left, title.bottom, area.right, title.bottom + kBars * height};
  links = {area.left, bars.bottom + gap, area.right, bars.bottom + gap + kLinks * height};
  history = {area.left, links.bottom + gap, area.right, area.bottom};
  slot = area.width() / static_cast<float>(elements);
}

Box Layout::bar(float place, uint32_t key, uint32_t largest) const {
  const float gap = slot > 3.0F ? slot * 0.12F : 0.0F;
  const float height = bars.height() * (static_cast<float>(key) + 1.0F) / (static_cast<float>(largest) + 1.0F);
  const float left = bars.left + place * slot;
  return {left + gap, bars.bottom - height, left + slot - gap, bars.bottom};
}

Box Layout::historyRow(std::size_t row, std::size_t rows) const {
  const float height = history.height() / static_cast<float>(rows);
  const float top = history.top + static_cast<float>(row) * height;
  return {history.left, top, history.right, top + height};
}

}  // namespace particles::steps
