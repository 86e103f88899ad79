#include "controls/status.h"

#include <imgui.h>

namespace particles {

void statusPanel(const Status& text) {
  constexpr ImGuiWindowFlags kPlain = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs;
  ImGui::SetNextWindowPos({12.0F, 12.0F});
  ImGui::SetNextWindowBgAlpha(0.55F);
  ImGui::Begin("vksort", nullptr, kPlain);
  ImGui::TextUnformatted(text.device.c_str());
  ImGui::Text("%u particles, %.0f frames per second%s", text.count, text.fps, text.paused ? ", paused" : "");
  const ImVec4 red{1.0F, 0.45F, 0.35F, 1.0F};
  if (!text.sorting)
    ImGui::TextColored(red, "sorting is off: far particles cover near ones");
  else if (text.sort_ms)
    ImGui::Text("sorting is on, keys %s: %.3f ms", text.fused_keys ? "in its first pass" : "in a pass before",
                *text.sort_ms);
  else
    ImGui::TextUnformatted("sorting is on");
  if (text.verdict) {
    const bool complete = text.verdict->complete(text.count);
    const bool good = complete && text.verdict->ordered();
    ImGui::TextColored(good ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : red, "verified: %u inversions, %s",
                       text.verdict->drawn.inversions, complete ? "nothing lost" : "PARTICLES LOST OR ALTERED");
  }
  ImGui::Separator();
  ImGui::TextUnformatted("drag: orbit   wheel: zoom   S: sorting   space: pause   H: hide this   Esc: close");
  ImGui::End();
}

}  // namespace particles
