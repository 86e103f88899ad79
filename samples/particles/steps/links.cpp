#include "steps/links.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "steps/palette.h"

namespace particles::steps {
namespace {

// Pairs nest where they are mirrored, and lie side by side where they are a stride apart.
void drawComparators(ImDrawList& list, const Step& step, const Layout& layout) {
  uint32_t widest = 1;
  for (const Comparator& pair : step.comparators) widest = std::max(widest, pair.high - pair.low);
  const bool mirrored =
      std::ranges::any_of(step.comparators, [&](const Comparator& pair) { return pair.high - pair.low != widest; });
  const float thickness = std::clamp(layout.slot * 0.12F, 1.0F, 3.0F);
  const float level = std::min(layout.links.height() / static_cast<float>(widest), 2.0F * ImGui::GetFontSize());
  for (const Comparator& pair : step.comparators) {
    const auto depth = static_cast<float>(mirrored ? pair.high - pair.low : pair.low % widest + 1);
    const float down = layout.links.top + level * depth;
    const float left = layout.middle(static_cast<float>(pair.low));
    const float right = layout.middle(static_cast<float>(pair.high));
    const uint32_t color = pair.exchanged ? kExchanged : kKept;
    const ImVec2 corners[] = {{left, layout.links.top}, {left, down}, {right, down}, {right, layout.links.top}};
    list.AddPolyline(corners, 4, color, ImDrawFlags_None, thickness);
    for (const float x : {left, right}) list.AddCircleFilled({x, layout.links.top}, 1.5F * thickness, color, 8);
  }
}

struct Bucket {
  float left;
  float right;
};

// All as wide while their elements are counted; then from where the digit begins to where it ends.
Bucket bucketOf(const Step& step, std::size_t value, float share, const Layout& layout) {
  const float width = layout.links.width() / static_cast<float>(step.counts.size());
  const Bucket even{layout.links.left + static_cast<float>(value) * width,
                    layout.links.left + static_cast<float>(value + 1) * width};
  if (step.kind == Kind::count) return even;
  const float begin = layout.links.left + static_cast<float>(step.offsets[value]) * layout.slot;
  const Bucket own{begin, begin + static_cast<float>(step.counts[value]) * layout.slot};
  const float moved = step.kind == Kind::move ? 1.0F : share;
  return {even.left + (own.left - even.left) * moved, even.right + (own.right - even.right) * moved};
}

uint32_t colorOfDigit(std::size_t value, std::size_t values) {
  return colorOf(static_cast<float>(value) / static_cast<float>(std::max<std::size_t>(1, values - 1)));
}

void label(ImDrawList& list, const Bucket& bucket, float y, uint32_t color, const std::string& text) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  if (size.x > bucket.right - bucket.left - 2.0F) return;
  list.AddText({std::round((bucket.left + bucket.right - size.x) / 2.0F), std::round(y)}, color, text.c_str());
}

// How many elements have each value of the digit, or where it begins.
void drawBuckets(ImDrawList& list, const Step& step, float share, const Layout& layout) {
  const float text = ImGui::GetFontSize();
  const float base = layout.links.bottom - 1.2F * text;
  const uint32_t most = std::max(1U, *std::ranges::max_element(step.counts));
  const float room = base - layout.links.top - 1.3F * text;
  for (std::size_t value = 0; value < step.counts.size(); ++value) {
    const Bucket bucket = bucketOf(step, value, share, layout);
    const float counted = step.kind == Kind::count ? share : 1.0F;
    const float full = room * static_cast<float>(step.counts[value]) / static_cast<float>(most);
    const float height = step.kind == Kind::move ? 0.25F * text : std::max(2.0F, full * counted);
    list.AddRectFilled({bucket.left + 1.0F, base - height}, {bucket.right - 1.0F, base},
                       colorOfDigit(value, step.counts.size()));
    label(list, bucket, base + 0.1F * text, kFaint, std::to_string(value));
    if (step.kind == Kind::move) continue;
    const uint32_t number = step.kind == Kind::count ? step.counts[value] : step.offsets[value];
    label(list, bucket, base - height - 1.15F * text, kText, std::to_string(number));
  }
}

// From where each element was to where it goes.
void drawMoves(ImDrawList& list, const Step& step, const std::vector<Element>& elements, const Layout& layout) {
  const float bottom = layout.links.bottom - 1.5F * ImGui::GetFontSize();
  const float middle = (layout.links.top + bottom) / 2.0F;
  const float thickness = std::clamp(layout.slot * 0.1F, 1.0F, 2.5F);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const float from = layout.middle(static_cast<float>(i));
    const float to = layout.middle(static_cast<float>(step.places[i]));
    const uint32_t color = colorOfDigit(step.digit.of(elements[i].key), step.counts.size());
    list.AddBezierCubic({from, layout.links.top}, {from, middle}, {to, middle}, {to, bottom}, withAlpha(color, 0.8F),
                        thickness, 24);
  }
}

}  // namespace

void drawLinks(ImDrawList& list, const Step& step, const std::vector<Element>& elements, float share,
               const Layout& layout) {
  if (step.kind == Kind::compare) return drawComparators(list, step, layout);
  if (step.kind == Kind::move) drawMoves(list, step, elements, layout);
  drawBuckets(list, step, share, layout);
}

}  // namespace particles::steps
