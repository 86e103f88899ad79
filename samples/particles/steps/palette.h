// Colours of the pictures of steps, as Dear ImGui packs them: red in the lowest byte, opaque.
#pragma once
#include <cstdint>

namespace particles::steps {

constexpr uint32_t packed(uint32_t red, uint32_t green, uint32_t blue) {
  return red | green << 8U | blue << 16U | 0xff000000U;
}
constexpr uint32_t withAlpha(uint32_t color, float alpha) {
  return (color & 0xffffffU) | static_cast<uint32_t>(alpha * 255.0F) << 24U;
}

inline constexpr uint32_t kBackground = packed(16, 19, 28);
inline constexpr uint32_t kText = packed(226, 231, 240);
inline constexpr uint32_t kFaint = packed(132, 143, 166);
inline constexpr uint32_t kFrame = packed(44, 51, 70);
inline constexpr uint32_t kExchanged = packed(255, 170, 72);
inline constexpr uint32_t kKept = packed(84, 104, 146);

// From small (0) to large (1): dark blue, over green, to warm.
uint32_t colorOf(float part);

}  // namespace particles::steps
