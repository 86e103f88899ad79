// Rows of controls, each with its name on the left and its mark. Private to this folder.
#pragma once
#include <imgui.h>

#include <span>

#include "controls/marks.h"

namespace particles::rows {

// The name, and room for a control. `name` is also that of the mark.
inline void begin(const char* name) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(6.6F * ImGui::GetFontSize());
  ImGui::SetNextItemWidth(-1.0F);
}
inline std::string hidden(const char* name) { return std::string("##") + name; }

// One of several words.
template <typename T>
void choice(Marks& marks, const char* name, T& value, std::span<const T> all, const char* (*word)(T)) {
  begin(name);
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
