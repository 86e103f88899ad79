#include "view/panel.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace particles {
namespace {

const ImVec4 kRed{1.0F, 0.45F, 0.35F, 1.0F};
const ImVec4 kYellow{1.0F, 0.78F, 0.4F, 1.0F};
constexpr uint32_t kFewestCount = 1000;
constexpr ImGuiSliderFlags kLogarithmic = ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp;

void toggle(ViewSettings& settings, Shown shown) { settings.shown = settings.shown == shown ? Shown::picture : shown; }

constexpr KeyBinding kBindings[] = {
    {GLFW_KEY_O, "O", "turn the sort off or on", [](ViewSettings& s) { s.sorting = !s.sorting; }},
    {GLFW_KEY_C, "C", "compare with the unsorted picture", [](ViewSettings& s) { toggle(s, Shown::split); }},
    {GLFW_KEY_X, "X", "show the error of the picture", [](ViewSettings& s) { toggle(s, Shown::error); }},
    {GLFW_KEY_SPACE, "Space", "pause or continue", [](ViewSettings& s) { s.paused = !s.paused; }},
    {GLFW_KEY_RIGHT, "Right", "one step forward", [](ViewSettings& s) { ++s.step; }, true},
    {GLFW_KEY_BACKSPACE, "Backspace", "restart", [](ViewSettings& s) { s.restart = true; }},
    {GLFW_KEY_R, "R", "reset the camera", [](ViewSettings& s) { s.reset_camera = true; }},
    {GLFW_KEY_V, "V", "turn vertical sync on or off", [](ViewSettings& s) { s.vsync = !s.vsync; }},
    {GLFW_KEY_H, "H", "hide or show the controls", [](ViewSettings& s) { s.panel = !s.panel; }},
    {GLFW_KEY_F1, "F1", "hide or show this list", [](ViewSettings& s) { s.help = !s.help; }},
    {GLFW_KEY_F12, "F12", "save a picture", [](ViewSettings& s) { s.screenshot = true; }},
    {GLFW_KEY_ESCAPE, "Esc", "close", [](ViewSettings& s) { s.close = true; }},
};

// The mouse and keys that are held.
constexpr const char* kGestures[][2] = {{"drag", "orbit"},
                                        {"right drag", "move the scene"},
                                        {"wheel", "zoom"},
                                        {"double click", "move the target there"},
                                        {"W A S D", "fly; Q down, E up, Shift faster"}};

std::string beginRow(const char* name) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(6.6F * ImGui::GetFontSize());
  ImGui::SetNextItemWidth(-1.0F);
  return std::string("##") + name;
}

template <typename T>
void choose(const char* name, T& value, const Choices<T>& all) {
  const auto chosen = std::ranges::find(all, value, &std::pair<std::string, T>::second);
  if (!ImGui::BeginCombo(beginRow(name).c_str(), chosen->first.c_str())) return;
  for (const auto& [word, each] : all)
    if (ImGui::Selectable(word.c_str(), each == value)) value = each;
  ImGui::EndCombo();
}

void slide(const char* label, uint32_t& value, uint32_t low, uint32_t high, const char* format) {
  ImGui::SliderScalar(label, ImGuiDataType_U32, &value, &low, &high, format, kLogarithmic);
}

void drawChoices(ViewSettings& settings, const Facts& facts) {
  choose("view", settings.shown,
         Choices<Shown>{{"picture", Shown::picture}, {"split", Shown::split}, {"error", Shown::error}});
  choose("scene", settings.scene, sceneChoices());
  const std::string count = beginRow("count");
  if (facts.of_file == settings.scene)
    ImGui::TextDisabled("%u (the whole file)", settings.count);
  else
    slide(count.c_str(), settings.count, std::min(kFewestCount, facts.most), facts.most, "%u");
  if (settings.scene->traits.culled) {
    const std::string budget = beginRow("budget");
    slide(budget.c_str(), settings.budget, 1, settings.count, settings.budget < settings.count ? "%u" : "all");
    if (settings.budget >= settings.count) settings.budget = kNoBudget;
  }
  choose("algorithm", settings.algorithm, kAlgorithms);
  ImGui::Checkbox("sort", &settings.sorting);
  ImGui::SameLine();
  ImGui::Checkbox("vsync", &settings.vsync);
  ImGui::Checkbox("pause", &settings.paused);
  ImGui::SameLine();
  if (ImGui::Button("step")) ++settings.step;
  ImGui::SameLine();
  if (ImGui::Button("restart")) settings.restart = true;
  ImGui::SameLine();
  if (ImGui::Button("reset camera")) settings.reset_camera = true;
}

void plot(const char* name, const std::vector<float>& series) {
  if (series.empty()) return;
  char text[64];
  std::snprintf(text, sizeof text, "%s %.2f ms", name, static_cast<double>(series.back()));
  ImGui::PlotLines((std::string("##") + name).c_str(), series.data(), static_cast<int>(series.size()), 0, text, 0.0F,
                   1.15F * *std::ranges::max_element(series),
                   {ImGui::GetContentRegionAvail().x, 3.0F * ImGui::GetFontSize()});
}

void drawFacts(const ViewSettings& settings, const Facts& facts) {
  plot("frame", facts.frame_ms);
  if (settings.sorting) {
    plot("sort", facts.sort_ms);
    ImGui::Text("%s: %u dispatches", facts.sort.used.empty() ? "no sort" : facts.sort.used.c_str(),
                facts.sort.dispatches);
    if (!facts.sort_ms.empty() && facts.sort_ms.back() > 0.0F)
      ImGui::Text("%.1f million keys per second", settings.count * 1e-3 / static_cast<double>(facts.sort_ms.back()));
  } else {
    ImGui::TextColored(kRed, "not sorted: far elements cover near ones");
  }
}

// Begins a window at a corner, which is as high as its content.
void beginPanel(const char* name, ImVec2 at, ImVec2 pivot, float width) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

}  // namespace

std::span<const KeyBinding> keyBindings() { return kBindings; }

bool followMouse(ViewSettings& settings, Camera& camera) {
  constexpr float kRadiansPerUnit = 0.006F;
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 moved{io.MouseDelta.x, io.MouseDelta.y}, at{io.MousePos.x, io.MousePos.y};
  const glm::vec2 size{io.DisplaySize.x, io.DisplaySize.y};
  const bool busy = moved != glm::vec2{} || ImGui::IsAnyMouseDown() || io.MouseWheel != 0.0F;
  if (!ImGui::IsMouseDown(0)) settings.drags_divider = false;
  if (io.WantCaptureMouse) return busy;  // a drag that starts on a control belongs to the control
  camera.zoom(std::pow(0.9F, io.MouseWheel));
  if (ImGui::IsMouseClicked(0))
    settings.drags_divider =
        settings.shown == Shown::split && std::abs(at.x - settings.divider * size.x) < 0.6F * ImGui::GetFontSize();
  if (settings.drags_divider)
    settings.divider = std::clamp(at.x / size.x, 0.0F, 1.0F);
  else if (ImGui::IsMouseDoubleClicked(0))
    camera.focus(at / size * 2.0F - 1.0F, size.x / size.y);
  else if (ImGui::IsMouseDown(0) && !ImGui::IsMouseClicked(0))
    camera.orbit(-moved.x * kRadiansPerUnit, moved.y * kRadiansPerUnit);
  else if (ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2))
    camera.pan(glm::vec2(moved.x, -moved.y) / size.y);
  return busy;
}

void keep(std::vector<float>& series, double value) {
  constexpr std::size_t kKept = 180;
  if (series.size() == kKept) series.erase(series.begin());
  series.push_back(static_cast<float>(value));
}

void drawPanel(ViewSettings& settings, const Facts& facts) {
  const float unit = ImGui::GetFontSize();
  beginPanel("controls", {0.8F * unit, 0.8F * unit}, {0.0F, 0.0F}, 22.0F * unit);
  ImGui::PushTextWrapPos();
  ImGui::TextDisabled("%s", facts.device.c_str());
  ImGui::Text("%.0f frames per second", static_cast<double>(ImGui::GetIO().Framerate));
  ImGui::SameLine();
  ImGui::TextDisabled("F1: keys");
  if (!facts.note.empty()) ImGui::TextColored(kYellow, "%s", facts.note.c_str());
  ImGui::Separator();
  drawChoices(settings, facts);
  ImGui::Separator();
  drawFacts(settings, facts);
  ImGui::PopTextWrapPos();
  ImGui::End();
}

void drawHelp() {
  const float unit = ImGui::GetFontSize();
  beginPanel("keys", {ImGui::GetIO().DisplaySize.x - 0.8F * unit, 0.8F * unit}, {1.0F, 0.0F}, 24.0F * unit);
  const auto row = [&](const char* name, const char* action) {
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(7.0F * unit);
    ImGui::TextUnformatted(action);
  };
  for (const auto& [name, action] : kGestures) row(name, action);
  ImGui::Separator();
  for (const KeyBinding& binding : kBindings) row(binding.name, binding.action);
  ImGui::End();
}

void drawDivider(float share) {
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
}

}  // namespace particles
