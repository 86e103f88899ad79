#include "steps/palette.h"

#include <algorithm>
#include <array>

namespace particles::steps {

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

}  // namespace particles::steps
