#include "controls/marks.h"

#include <imgui.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace particles {

bool Pointer::covered() const {
  return std::ranges::any_of(scene_.covered, [&](const Rectangle& each) { return each.contains(at_); });
}

void Pointer::press(Button button, double seconds) {
  constexpr double kDoubleClick = 0.35;  // seconds between the two, at most
  constexpr float kNear = 6.0F;          // units
  if (covered()) return;
  if (button == Button::other) {
    drag_ = Drag::pan;
    return;
  }
  if (scene_.divider && std::abs(at_.x - *scene_.divider) <= scene_.grip) {
    drag_ = Drag::divider;
    return;
  }
  drag_ = Drag::orbit;
  const bool again =
      pressed_seconds_ >= 0.0 && seconds - pressed_seconds_ <= kDoubleClick && glm::distance(pressed_at_, at_) <= kNear;
  if (again) moves_.focus = at_ / scene_.size * 2.0F - 1.0F;
  pressed_seconds_ = again ? -1.0 : seconds;
  pressed_at_ = at_;
}

void Pointer::release() { drag_ = Drag::none; }

void Pointer::move(glm::vec2 to) {
  constexpr float kRadiansPerUnit = 0.006F;
  const glm::vec2 moved = to - std::exchange(at_, to);
  if (drag_ == Drag::orbit) moves_.orbit += glm::vec2(-moved.x, moved.y) * kRadiansPerUnit;
  if (drag_ == Drag::pan) moves_.pan += glm::vec2(moved.x, -moved.y) / scene_.size.y;
  if (drag_ == Drag::divider) moves_.divider = std::clamp(to.x / scene_.size.x, 0.0F, 1.0F);
}

void Pointer::wheel(float turns) {
  if (!covered()) moves_.zoom *= std::pow(0.9F, turns);
}

PointerMoves Pointer::take() { return std::exchange(moves_, {}); }

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
