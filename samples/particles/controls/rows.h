// Rows of controls, each with its name on the left and its mark. Private to this folder.
#pragma once
#include <imgui.h>

#include <span>

#include "controls/marks.h"

namespace particles::rows {

// The name, and room for a control as wide as a share of what is left. `name` is also that of the mark.
inline void begin(const char* name, float share = 1.0F) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(6.6F * ImGui::GetFontSize());
  ImGui::SetNextItemWidth(share < 1.0F ? share * ImGui::GetContentRegionAvail().x : -1.0F);
}
// Room for another one, up to the end of the row.
inline void beside() {
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0F);
}

inline std::string hidden(const char* name) { return std::string("##") + name; }

// One of several words, where there is room for it. True when another one was chosen.
template <typename T>
bool words(Marks& marks, const char* name, T& value, std::span<const T> all, const char* (*word)(T)) {
  const T before = value;
  const bool open = ImGui::BeginCombo(hidden(name).c_str(), word(value));
  if (!open) marks.item(name);
  if (open) {
    marks.keep(name);
    marks.window();
    for (const T each : all) {
      if (ImGui::Selectable(word(each), each == value)) value = each;
      marks.item(std::string(name) + "/" + word(each));
    }
    ImGui::EndCombo();
  }
  return value != before;
}

// The same in a row of its own.
template <typename T>
bool choice(Marks& marks, const char* name, T& value, std::span<const T> all, const char* (*word)(T)) {
  begin(name);
  return words(marks, name, value, all, word);
}

inline void slider(Marks& marks, const char* name, uint32_t& value, uint32_t low, uint32_t high, const char* format,
                   ImGuiSliderFlags flags = 0) {
  begin(name);
  ImGui::SliderScalar(hidden(name).c_str(), ImGuiDataType_U32, &value, &low, &high, format,
                      flags | ImGuiSliderFlags_AlwaysClamp);
  marks.item(name);
}

inline void check(Marks& marks, const char* name, bool& value) {
  ImGui::Checkbox(name, &value);
  marks.item(name);
}

inline bool button(Marks& marks, const char* name) {
  const bool pressed = ImGui::Button(name);
  marks.item(name);
  return pressed;
}

}  // namespace particles::rows
