#include "compare/divider.h"

#include <imgui.h>

#include <cmath>

namespace particles {

float drawDivider(float share, Marks& marks) {
  constexpr ImU32 kLine = IM_COL32(255, 255, 255, 230);
  constexpr ImU32 kShadow = IM_COL32(0, 0, 0, 150);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float unit = ImGui::GetFontSize();
  const float x = std::round(share * size.x);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddLine({x, 0.0F}, {x, size.y}, kShadow, 0.3F * unit);
  list.AddLine({x, 0.0F}, {x, size.y}, kLine, 0.12F * unit);
  const ImVec2 handle{x, 0.5F * size.y};
  list.AddCircleFilled(handle, 0.7F * unit, kShadow);
  list.AddCircleFilled(handle, 0.55F * unit, kLine);
  const auto label = [&](const char* text, float left) {
    const ImVec2 extent = ImGui::CalcTextSize(text);
    const ImVec2 at{std::round(left), std::round(size.y - 2.2F * unit)};
    list.AddRectFilled({at.x - 0.5F * unit, at.y - 0.25F * unit},
                       {at.x + extent.x + 0.5F * unit, at.y + extent.y + 0.25F * unit}, kShadow, 0.3F * unit);
    list.AddText(at, kLine, text);
  };
  label("sorted", x - 1.2F * unit - ImGui::CalcTextSize("sorted").x);
  label("not sorted", x + 1.2F * unit);
  marks.place("divider", {x, 0.75F * size.y});
  return x;
}

}  // namespace particles
