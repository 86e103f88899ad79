#include "steps/view.h"

#include <imgui.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace particles::steps {
namespace {

// Places of title, bars, links or buckets, and history, from top to bottom.
struct Layout {
  Layout(const Box& area, float text_height, std::size_t elements) {
    constexpr float kBars = 0.46F;
    constexpr float kLinks = 0.22F;
    const float gap = text_height * 0.7F;
    title = {area.left, area.top, area.right, area.top + 3.2F * text_height};
    const float height = area.bottom - title.bottom - 2.0F * gap;
    bars = {area.left, title.bottom, area.right, title.bottom + kBars * height};
    links = {area.left, bars.bottom + gap, area.right, bars.bottom + gap + kLinks * height};
    history = {area.left, links.bottom + gap, area.right, area.bottom};
    slot = area.width() / static_cast<float>(elements);
  }

  // Returns the bar of a key, if keys are at most `largest`. `place` can be fractional.
  Box bar(float place, uint32_t key, uint32_t largest) const {
    const float gap = slot > 3.0F ? slot * 0.12F : 0.0F;
    const float height = bars.height() * (static_cast<float>(key) + 1.0F) / (static_cast<float>(largest) + 1.0F);
    const float left = bars.left + place * slot;
    return {left + gap, bars.bottom - height, left + slot - gap, bars.bottom};
  }

  Box historyRow(std::size_t row, std::size_t rows) const {
    const float height = history.height() / static_cast<float>(rows);
    const float top = history.top + static_cast<float>(row) * height;
    return {history.left, top, history.right, top + height};
  }

  float middle(float place) const { return bars.left + (place + 0.5F) * slot; }

  Box title;
  Box bars;
  Box links;
  Box history;
  float slot;
};

// Same packing as kBackground.
constexpr uint32_t packed(uint32_t red, uint32_t green, uint32_t blue) {
  return red | green << 8U | blue << 16U | 0xff000000U;
}
constexpr uint32_t kText = packed(226, 231, 240);
constexpr uint32_t kFaint = packed(132, 143, 166);
constexpr uint32_t kFrame = packed(44, 51, 70);
constexpr uint32_t kExchanged = packed(255, 170, 72);
constexpr uint32_t kKept = packed(84, 104, 146);

// Colours for 0 (dark blue) to 1 (red), through green.
uint32_t colorOf(float part) {
  constexpr std::array<std::array<float, 3>, 6> kStops = {
      {{86, 72, 196}, {54, 126, 222}, {48, 190, 176}, {166, 212, 84}, {250, 180, 66}, {238, 92, 108}}};
  const float at = std::clamp(part, 0.0F, 1.0F) * static_cast<float>(kStops.size() - 1);
  const auto from = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
  const float share = at - static_cast<float>(from);
  const auto channel = [&](std::size_t i) {
    return static_cast<uint32_t>(kStops[from][i] + (kStops[from + 1][i] - kStops[from][i]) * share + 0.5F);
  };
  return packed(channel(0), channel(1), channel(2));
}

// Mirrored pairs are nested. Pairs with a common stride are drawn side by side.
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

// While elements are counted, all buckets have the same width. Then each bucket moves to the range of its digit.
Box bucketOf(const Step& step, std::size_t value, float share, const Layout& layout) {
  const float width = layout.links.width() / static_cast<float>(step.counts.size());
  const float left = layout.links.left + static_cast<float>(value) * width;
  const Box even{left, layout.links.top, left + width, layout.links.bottom};
  if (step.kind == Kind::count) return even;
  const float begin = layout.links.left + static_cast<float>(step.offsets[value]) * layout.slot;
  const float end = begin + static_cast<float>(step.counts[value]) * layout.slot;
  const float moved = step.kind == Kind::move ? 1.0F : share;
  return {std::lerp(even.left, begin, moved), even.top, std::lerp(even.right, end, moved), even.bottom};
}

uint32_t colorOfDigit(std::size_t value, std::size_t values) {
  return colorOf(static_cast<float>(value) / static_cast<float>(std::max<std::size_t>(1, values - 1)));
}

void label(ImDrawList& list, const Box& bucket, float y, uint32_t color, const std::string& text) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  if (size.x > bucket.right - bucket.left - 2.0F) return;
  list.AddText({std::round((bucket.left + bucket.right - size.x) / 2.0F), std::round(y)}, color, text.c_str());
}

void drawBuckets(ImDrawList& list, const Step& step, float share, const Layout& layout) {
  const float text = ImGui::GetFontSize();
  const float base = layout.links.bottom - 1.2F * text;
  const uint32_t most = std::max(1U, *std::ranges::max_element(step.counts));
  const float room = base - layout.links.top - 1.3F * text;
  for (std::size_t value = 0; value < step.counts.size(); ++value) {
    const Box bucket = bucketOf(step, value, share, layout);
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

void drawMoves(ImDrawList& list, const Step& step, const std::vector<Element>& elements, const Layout& layout) {
  const float bottom = layout.links.bottom - 1.5F * ImGui::GetFontSize();
  const float middle = (layout.links.top + bottom) / 2.0F;
  const float thickness = std::clamp(layout.slot * 0.1F, 1.0F, 2.5F);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const float from = layout.middle(static_cast<float>(i));
    const float to = layout.middle(static_cast<float>(step.places[i]));
    const uint32_t color = colorOfDigit(step.digit.of(elements[i].key), step.counts.size());
    list.AddBezierCubic({from, layout.links.top}, {from, middle}, {to, middle}, {to, bottom},
                        (color & 0xffffffU) | 0xcc000000U, thickness, 24);
  }
}

float part(uint32_t key, uint32_t largest) { return static_cast<float>(key) / static_cast<float>(largest); }

// After the last step, `step` is the number of steps.
struct At {
  At(const Walk& walk, double position) {
    const double inside = std::clamp(position, 0.0, static_cast<double>(walk.steps.size()));
    step = static_cast<std::size_t>(inside);
    share = static_cast<float>(inside - static_cast<double>(step));
  }
  std::size_t step;
  float share;
};

float eased(float share) { return share * share * (3.0F - 2.0F * share); }

void fill(ImDrawList& list, const Box& box, uint32_t color) {
  list.AddRectFilled({box.left, box.top}, {box.right, box.bottom}, color);
}

void drawBars(ImDrawList& list, const Walk& walk, const At& at, const Layout& layout, uint32_t largest) {
  const std::vector<Element>& elements = walk.lists[at.step];
  const Step* step = at.step < walk.steps.size() ? &walk.steps[at.step] : nullptr;
  const bool numbers = layout.slot > 2.2F * ImGui::GetFontSize();
  list.AddLine({layout.bars.left, layout.bars.bottom}, {layout.bars.right, layout.bars.bottom}, kFrame);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto from = static_cast<float>(i);
    const float to = step != nullptr ? static_cast<float>(step->places[i]) : from;
    const Box bar = layout.bar(from + (to - from) * eased(at.share), elements[i].key, largest);
    fill(list, bar, colorOf(part(elements[i].key, largest)));
    if (!numbers) continue;
    const std::string text = std::to_string(elements[i].key);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const bool inside = bar.height() > 1.5F * size.y;
    list.AddText(
        {std::round((bar.left + bar.right - size.x) / 2.0F), std::round(inside ? bar.top + 2.0F : bar.top - size.y)},
        inside ? kBackground : kText, text.c_str());
  }
}

void drawLegend(ImDrawList& list, const Walk& walk, const Layout& layout) {
  const float height = ImGui::GetFontSize();
  const auto put = [&](const char* text, uint32_t color, float right, float y) {
    const float x = right - ImGui::CalcTextSize(text).x;
    list.AddText({std::round(x), std::round(y)}, color, text);
    return x - height;
  };
  put("below: the list before each step", kFaint, layout.title.right, layout.title.top);
  if (walk.algorithm == vksort::Algorithm::radix) return;
  const float below = layout.title.top + 1.2F * height;
  put("in order", kKept, put("exchanged", kExchanged, layout.title.right, below), below);
}

void drawHistory(ImDrawList& list, const Walk& walk, const At& at, const Layout& layout, uint32_t largest) {
  constexpr std::size_t kMostColumns = 512;  // with more elements, only every second one (or fewer) is drawn
  const std::size_t elements = walk.lists[0].size();
  const std::size_t stride = (elements + kMostColumns - 1) / kMostColumns;
  for (std::size_t row = 0; row <= at.step; ++row) {
    Box cell = layout.historyRow(row, walk.lists.size());
    if (cell.height() > 4.0F) cell.bottom -= 1.0F;
    for (std::size_t i = 0; i < elements; i += stride) {
      cell.left = layout.history.left + static_cast<float>(i) * layout.slot;
      cell.right = cell.left + static_cast<float>(stride) * layout.slot;
      fill(list, cell, colorOf(part(walk.lists[row][i].key, largest)));
    }
  }
  list.AddRect({layout.history.left - 1.0F, layout.history.top - 1.0F},
               {layout.history.right + 1.0F, layout.history.bottom + 1.0F}, kFrame);
}

}  // namespace

Box areaOf(float width, float height, float scale) {
  const float margin = 20.0F * scale;
  return {margin, margin, width - margin, height - margin};
}

Caption caption(const Walk& walk, double position) {
  const At at(walk, position);
  const std::string of = " of " + std::to_string(walk.steps.size());
  const std::string algorithm = walk.algorithm == vksort::Algorithm::radix ? "radix" : "bitonic";
  Caption text{algorithm + ", " + std::to_string(walk.lists[0].size()) + " elements", {}};
  text.step = at.step == walk.steps.size()
                  ? "step " + std::to_string(at.step) + of + " is done: the list is sorted"
                  : "step " + std::to_string(at.step + 1) + of + ": " + walk.steps[at.step].title;
  return text;
}

void draw(ImDrawList& list, const Walk& walk, double position, const Box& area) {
  const At at(walk, position);
  const Layout layout(area, ImGui::GetFontSize(), walk.lists[0].size());
  const uint32_t largest = std::max(1U, std::ranges::max(walk.lists[0], {}, &Element::key).key);
  const Caption text = caption(walk, position);
  list.AddText({layout.title.left, layout.title.top}, kFaint, text.list.c_str());
  list.AddText({layout.title.left, layout.title.top + 1.2F * ImGui::GetFontSize()}, kText, text.step.c_str());
  drawLegend(list, walk, layout);
  drawBars(list, walk, at, layout, largest);
  if (at.step < walk.steps.size()) {
    const Step& step = walk.steps[at.step];
    if (step.kind == Kind::compare) drawComparators(list, step, layout);
    if (step.kind == Kind::move) drawMoves(list, step, walk.lists[at.step], layout);
    if (step.kind != Kind::compare) drawBuckets(list, step, at.share, layout);
  }
  drawHistory(list, walk, at, layout, largest);
}

}  // namespace particles::steps
