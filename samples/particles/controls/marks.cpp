#include "controls/marks.h"

#include <imgui.h>

#include <cstdio>

namespace particles {

void Marks::item(const std::string& name) {
  if (ImGui::IsWindowAppearing()) return;  // not yet where it will be
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  place(name, {(low.x + high.x) / 2.0F, (low.y + high.y) / 2.0F});
}

void Marks::place(const std::string& name, glm::vec2 at) {
  if (!log_) return;
  const glm::ivec2 now(at);
  const auto [entry, is_new] = places_.try_emplace(name);
  entry->second.seen = true;
  if (!is_new && entry->second.at == now) return;
  entry->second.at = now;
  std::printf("at: %s %d %d\n", name.c_str(), now.x, now.y);
  std::fflush(stdout);
}

void Marks::keep(const std::string& name) {
  if (const auto entry = places_.find(name); entry != places_.end()) entry->second.seen = true;
}

void Marks::end() {
  std::erase_if(places_, [](const auto& entry) { return !entry.second.seen; });
  for (auto& [name, place] : places_) place.seen = false;
}

void Marks::window() {
  const ImVec2 low = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  covered_.push_back({{low.x, low.y}, {low.x + size.x, low.y + size.y}});
}

}  // namespace particles
