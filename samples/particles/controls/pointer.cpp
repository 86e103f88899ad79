#include "controls/pointer.h"

#include <algorithm>
#include <cmath>
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

}  // namespace particles
