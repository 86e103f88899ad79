#include "gui/style.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace particles {
namespace {

constexpr float kFontPixels = 14.0F;  // at a scale of 1

constexpr const char* kFonts[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
};

void loadFont(float scale) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  fonts.Flags |= ImFontAtlasFlags_NoBakedLines;  // these would need a filter
  ImFontConfig config;
  config.OversampleH = config.OversampleV = 1;  // so would these
  config.PixelSnapH = true;
  config.SizePixels = std::round(kFontPixels * scale);
  for (const char* font : kFonts) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(font, ignored) &&
        fonts.AddFontFromFileTTF(font, config.SizePixels, &config) != nullptr)
      return;
  }
  config.SizePixels = 13.0F * std::max(1.0F, std::round(scale));  // its glyphs are pixels
  fonts.AddFontDefault(&config);
}

void setColors(ImGuiStyle& style) {
  ImGui::StyleColorsDark(&style);
  const auto set = [&](std::initializer_list<ImGuiCol> of, const ImVec4& color) {
    for (const ImGuiCol each : of) style.Colors[each] = color;
  };
  const ImVec4 accent{0.31F, 0.60F, 0.95F, 1.0F};
  set({ImGuiCol_WindowBg, ImGuiCol_PopupBg}, {0.055F, 0.067F, 0.098F, 0.90F});
  set({ImGuiCol_Border, ImGuiCol_Separator}, {0.19F, 0.22F, 0.30F, 0.8F});
  set({ImGuiCol_Text}, {0.89F, 0.91F, 0.95F, 1.0F});
  set({ImGuiCol_TextDisabled}, {0.53F, 0.58F, 0.67F, 1.0F});
  set({ImGuiCol_FrameBg, ImGuiCol_Button}, {0.14F, 0.17F, 0.24F, 1.0F});
  set({ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}, {0.20F, 0.27F, 0.39F, 1.0F});
  set({ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}, {0.24F, 0.36F, 0.55F, 1.0F});
  set({ImGuiCol_Header}, {0.12F, 0.15F, 0.22F, 1.0F});
  set({ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_PlotLines, ImGuiCol_PlotHistogram}, accent);
  set({ImGuiCol_SliderGrabActive}, {0.45F, 0.72F, 1.0F, 1.0F});
  set({ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed}, {0.08F, 0.10F, 0.15F, 0.95F});
}

}  // namespace

void setStyle(float scale) {
  ImGuiStyle style;
  setColors(style);
  style.WindowRounding = 7.0F;
  style.FrameRounding = style.GrabRounding = style.PopupRounding = 4.0F;
  style.WindowPadding = {12.0F, 10.0F};
  style.FramePadding = {7.0F, 3.0F};
  style.ItemSpacing = {7.0F, 5.0F};
  style.WindowBorderSize = 1.0F;
  style.ScaleAllSizes(scale);
  // Without a filter edges of textures would show.
  style.AntiAliasedLinesUseTex = false;
  ImGui::GetStyle() = style;
  loadFont(scale);
}

}  // namespace particles
