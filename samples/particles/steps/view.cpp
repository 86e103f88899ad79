#include "steps/view.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "steps/links.h"
#include "steps/palette.h"

namespace particles::steps {
namespace {

uint32_t largestKey(const Walk& walk) {
  uint32_t largest = 1;
  for (const Element& element : walk.lists[0]) largest = std::max(largest, element.key);
  return largest;
}

float part(uint32_t key, uint32_t largest) { return static_cast<float>(key) / static_cast<float>(largest); }

// Where in which step a position is; behind the last one `step` is the number of steps.
struct At {
  At(const Walk& walk, double position) {
    const double inside = std::clamp(position, 0.0, static_cast<double>(walk.steps.size()));
    step = static_cast<std::size_t>(inside);
    share = static_cast<float>(inside - static_cast<double>(step));
  }
  std::size_t step;
  float share;  // of the step, 0 to 1
};

// Begins and ends gently.
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

// At the right of the title.
void drawLegend(ImDrawList& list, const Walk& walk, const Layout& layout) {
  struct Word {
    uint32_t color;
    const char* text;
  };
  const Word comparators[] = {{kExchanged, "exchanged"}, {kKept, "in order"}};
  const Word history[] = {{kFaint, "below: the list before each step"}};
  const float height = ImGui::GetFontSize();
  const auto row = [&](std::span<const Word> words, float y) {
    float x = layout.title.right;
    for (const Word& word : words) {
      x -= ImGui::CalcTextSize(word.text).x;
      list.AddText({std::round(x), std::round(y)}, word.color, word.text);
      x -= height;
    }
  };
  row(history, layout.title.top);
  if (walk.algorithm == Algorithm::bitonic) row(comparators, layout.title.top + 1.2F * height);
}

void drawHistory(ImDrawList& list, const Walk& walk, const At& at, const Layout& layout, uint32_t largest) {
  constexpr std::size_t kMostColumns = 512;  // of more elements every second one is seen
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

Caption caption(const Walk& walk, double position) {
  const At at(walk, position);
  const std::string of = " of " + std::to_string(walk.steps.size());
  Caption text{std::string(name(walk.algorithm)) + ", " + std::to_string(walk.lists[0].size()) + " elements", {}};
  text.step = at.step == walk.steps.size()
                  ? "step " + std::to_string(at.step) + of + " is done: the list is sorted"
                  : "step " + std::to_string(at.step + 1) + of + ": " + walk.steps[at.step].title;
  return text;
}

void draw(ImDrawList& list, const Walk& walk, double position, const Box& area) {
  const At at(walk, position);
  const Layout layout(area, ImGui::GetFontSize(), walk.lists[0].size());
  const uint32_t largest = largestKey(walk);
  const Caption text = caption(walk, position);
  list.AddText({layout.title.left, layout.title.top}, kFaint, text.list.c_str());
  list.AddText({layout.title.left, layout.title.top + 1.2F * ImGui::GetFontSize()}, kText, text.step.c_str());
  drawLegend(list, walk, layout);
  drawBars(list, walk, at, layout, largest);
  if (at.step < walk.steps.size()) drawLinks(list, walk.steps[at.step], walk.lists[at.step], at.share, layout);
  drawHistory(list, walk, at, layout, largest);
}

}  // namespace particles::steps
