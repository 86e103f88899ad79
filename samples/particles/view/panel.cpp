#include "view/panel.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>
#include <utility>

#include "view/words.h"

namespace particles {
namespace {

const ImVec4 kRed{1.0F, 0.45F, 0.35F, 1.0F};
const ImVec4 kYellow{1.0F, 0.78F, 0.4F, 1.0F};
constexpr uint32_t kFewestCount = 1000;
constexpr float kPanelWidth = 22.0F;  // in font heights, like the margin
constexpr float kMargin = 0.8F;
constexpr ImU32 kLine = IM_COL32(255, 255, 255, 230);
constexpr ImU32 kShadow = IM_COL32(0, 0, 0, 150);
constexpr ImGuiSliderFlags kLogarithmic = ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp;
constexpr ImU32 kViolet = IM_COL32(160, 108, 213, 255);
constexpr std::pair<const char*, ImU32> kPartColors[] = {{"move and keys", kViolet},
                                                         {"keys", kViolet},
                                                         {"cull", IM_COL32(60, 186, 166, 255)},
                                                         {"sort", IM_COL32(245, 158, 66, 255)},
                                                         {"draw", IM_COL32(79, 122, 214, 255)},
                                                         {"comparison", IM_COL32(92, 100, 120, 255)},
                                                         {"between passes", IM_COL32(36, 43, 61, 255)}};

void toggle(ViewSettings& settings, Shown shown) { settings.shown = settings.shown == shown ? Shown::picture : shown; }

// Closes an open list before the window.
void escape(ViewSettings& settings) {
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;  // choose() closes it
  settings.close = !std::exchange(settings.help, false);
}

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
    {GLFW_KEY_ESCAPE, "Esc", "close this list, or the window", escape},
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
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  ImGui::EndCombo();
}

void slide(const char* label, uint32_t& value, uint32_t low, uint32_t high, const std::string& shown) {
  ImGui::SliderScalar(label, ImGuiDataType_U32, &value, &low, &high, shown.c_str(), kLogarithmic);
}

void drawChoices(ViewSettings& settings, const Facts& facts) {
  choose("view", settings.shown,
         Choices<Shown>{{"picture", Shown::picture}, {"split", Shown::split}, {"error", Shown::error}});
  choose("scene", settings.scene, sceneChoices());
  const std::string count = beginRow("count");
  if (facts.of_file == settings.scene)
    ImGui::TextDisabled("%s (from the file)", digits(settings.count).c_str());
  else
    slide(count.c_str(), settings.count, std::min(kFewestCount, facts.most), facts.most, digits(settings.count));
  if (settings.scene->traits.culled) {
    const std::string budget = beginRow("budget");
    slide(budget.c_str(), settings.budget, 1, settings.count,
          settings.budget < settings.count ? digits(settings.budget) : "all");
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

ImU32 colorOf(const std::string& part) {
  const auto* const found = std::ranges::find(kPartColors, part, &std::pair<const char*, ImU32>::first);
  return found != std::end(kPartColors) ? found->second : IM_COL32(128, 136, 152, 255);
}

// Draws the parts of the frame as a stacked bar, followed by a row of numbers for each.
void drawTimes(const std::vector<FramePart>& times) {
  const float unit = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
  const float end_of_row = ImGui::GetWindowContentRegionMax().x;
  const auto right = [&](const std::string& text, float end) {
    ImGui::SameLine(end - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::TextUnformatted(text.c_str());
  };
  ImGui::TextUnformatted("GPU time per frame");
  right(duration(times[0].ms), end_of_row);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float x = at.x;
  list.AddRectFilled(at, {at.x + width, at.y + 0.8F * unit}, ImGui::GetColorU32(ImGuiCol_FrameBg));
  for (const FramePart& part : std::span(times).subspan(1)) {
    const float end = std::min(at.x + width, x + width * static_cast<float>(part.ms / times[0].ms));
    list.AddRectFilled({x, at.y}, {end, at.y + 0.8F * unit}, colorOf(part.name));
    x = end;
  }
  ImGui::Dummy({width, 0.8F * unit});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0F, 0.1F * unit});
  for (const FramePart& part : std::span(times).subspan(1)) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    list.AddRectFilled({corner.x, corner.y + 0.25F * unit}, {corner.x + 0.6F * unit, corner.y + 0.85F * unit},
                       colorOf(part.name));
    ImGui::Indent(unit);
    ImGui::TextUnformatted(part.name.c_str());
    ImGui::Unindent(unit);
    right(duration(part.ms), end_of_row - 4.0F * unit);
    right(shareOf(part.ms, times[0].ms), end_of_row);
  }
  ImGui::PopStyleVar();
}

void drawFacts(const ViewSettings& settings, const Facts& facts) {
  if (!facts.times.empty()) drawTimes(facts.times);
  if (!settings.sorting && settings.shown != Shown::split) {
    ImGui::TextColored(kRed, "not sorted: far elements cover near ones");
    return;
  }
  const SortFacts& sort = facts.sort;
  std::string text = sort.used + " sort of " + counted(facts.sorted, "keys") + ", " + digits(sort.dispatches) +
                     (sort.dispatches == 1 ? " dispatch" : " dispatches");
  if (sort.used.empty()) text = "nothing to sort";
  const auto time = std::ranges::find(facts.times, "sort", &FramePart::name);
  if (time != facts.times.end() && time->ms > 0.0)
    text += "\n" + rounded(facts.sorted * 1e-3 / time->ms) + " million keys per second";
  ImGui::TextDisabled("%s", text.c_str());
}

// Begins a window at a corner, which is as high as its content, but not higher than the window of the program.
void beginPanel(const char* name, ImVec2 at, ImVec2 pivot, float width) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float most = std::max(1.0F, size.y - 2.0F * at.y);
  width = std::min(width, std::max(1.0F, size.x - 2.0F * at.y));
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowSizeConstraints({width, 0.0F}, {width, most});
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

void drawLabel(ImDrawList& list, const char* text, float left, float top) {
  const float unit = ImGui::GetFontSize();
  const ImVec2 extent = ImGui::CalcTextSize(text), at{std::round(left), std::round(top)};
  list.AddRectFilled({at.x - 0.5F * unit, at.y - 0.25F * unit},
                     {at.x + extent.x + 0.5F * unit, at.y + extent.y + 0.25F * unit}, kShadow, 0.3F * unit);
  list.AddText(at, kLine, text);
}

}  // namespace

std::span<const KeyBinding> keyBindings() { return kBindings; }

float coveredBy(const ViewSettings& settings) {
  constexpr float kMost = 0.7F;
  const float width = std::max(1.0F, ImGui::GetIO().DisplaySize.x);
  const float right = (kPanelWidth + kMargin) * ImGui::GetFontSize();
  return settings.panel && right < kMost * width ? 2.0F * std::floor(0.5F * right) / width : 0.0F;
}

bool followMouse(ViewSettings& settings, Camera& camera, float covered) {
  constexpr float kRadiansPerUnit = 0.006F;
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 moved{io.MouseDelta.x, io.MouseDelta.y}, at{io.MousePos.x, io.MousePos.y};
  const glm::vec2 size{io.DisplaySize.x, io.DisplaySize.y};
  const bool busy = moved != glm::vec2{} || ImGui::IsAnyMouseDown() || io.MouseWheel != 0.0F;
  if (!ImGui::IsMouseDown(0)) settings.drags_divider = false;
  if (io.WantCaptureMouse) return busy;  // a drag that starts on a control belongs to the control
  camera.zoom(std::pow(0.9F, io.MouseWheel));
  if (ImGui::IsMouseClicked(0))
    settings.drags_divider = settings.shown == Shown::split &&
                             std::abs(at.x - dividerAt(settings, covered) * size.x) < 0.6F * ImGui::GetFontSize();
  const glm::vec2 drawn{size.x * (1.0F + covered), size.y};  // see SceneInstance::prepare()
  if (settings.drags_divider)
    settings.divider = std::clamp((at.x / size.x - covered) / (1.0F - covered), 0.0F, 1.0F);
  else if (ImGui::IsMouseDoubleClicked(0))
    camera.focus(at / drawn * 2.0F - 1.0F, drawn.x / drawn.y);
  else if (ImGui::IsMouseDown(0) && !ImGui::IsMouseClicked(0))
    camera.orbit(-moved.x * kRadiansPerUnit, moved.y * kRadiansPerUnit);
  else if (ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2))
    camera.pan(glm::vec2(moved.x, -moved.y) / size.y);
  return busy;
}

void drawPanel(ViewSettings& settings, const Facts& facts) {
  const float unit = ImGui::GetFontSize();
  beginPanel("controls", {kMargin * unit, kMargin * unit}, {0.0F, 0.0F}, kPanelWidth * unit);
  ImGui::PushTextWrapPos();
  ImGui::TextDisabled("%s", facts.device.c_str());
  ImGui::Text("%s per second", counted(static_cast<uint64_t>(std::lround(ImGui::GetIO().Framerate)), "frames").c_str());
  ImGui::SameLine();
  ImGui::TextDisabled("F1: keys");
  ImGui::Separator();
  drawChoices(settings, facts);
  ImGui::Separator();
  drawFacts(settings, facts);
  // A note is below the controls, so that they stay in place.
  if (!facts.note.empty()) ImGui::TextColored(kYellow, "%s", facts.note.c_str());
  ImGui::PopTextWrapPos();
  ImGui::End();
}

void drawHelp() {
  const float unit = ImGui::GetFontSize();
  beginPanel("keys", {ImGui::GetIO().DisplaySize.x - kMargin * unit, kMargin * unit}, {1.0F, 0.0F}, 24.0F * unit);
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

void drawDivider(float at) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float unit = ImGui::GetFontSize();
  const float x = std::round(at * size.x), label = size.y - 2.2F * unit;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddLine({x, 0.0F}, {x, size.y}, kShadow, 0.3F * unit);
  list.AddLine({x, 0.0F}, {x, size.y}, kLine, 0.12F * unit);
  const ImVec2 handle{x, 0.5F * size.y};
  list.AddCircleFilled(handle, 0.7F * unit, kShadow);
  list.AddCircleFilled(handle, 0.55F * unit, kLine);
  drawLabel(list, "sorted", x - 1.2F * unit - ImGui::CalcTextSize("sorted").x, label);
  drawLabel(list, "not sorted", x + 1.2F * unit, label);
}

void drawLegend(float covered) {
  constexpr int kSteps = 64;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float unit = ImGui::GetFontSize(), room = (1.0F - covered) * size.x;
  const float width = std::min(24.0F * unit, room - 4.0F * unit), left = size.x - 0.5F * (room + width);
  const float top = size.y - 3.6F * unit;
  // The scale is the one of heatOf(), so that its colours are evenly spread.
  const auto at = [&](double difference) {
    return left + width * static_cast<float>(1.0 - std::exp(-6.0 * difference));
  };
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled({left - unit, top - 1.8F * unit}, {left + width + unit, size.y - 0.6F * unit}, kShadow,
                     0.3F * unit);
  list.AddText({left, top - 1.5F * unit}, kLine, "difference from the exact picture");
  for (int i = 0; i < kSteps; ++i) {
    const float begin = static_cast<float>(i) / kSteps, middle = begin + 0.5F / kSteps;
    const vec3 color = 255.0F * glm::clamp(heatOf(-std::log(1.0F - middle) / 6.0F), 0.0F, 1.0F);
    list.AddRectFilled({left + width * begin, top}, {left + width * (begin + 1.0F / kSteps), top + unit},
                       IM_COL32(static_cast<int>(color.r), static_cast<int>(color.g), static_cast<int>(color.b), 255));
  }
  for (const int percent : {0, 5, 10, 20, 100}) {
    const std::string text = percent == 0 ? "none" : std::to_string(percent) + " %";
    const float end = percent == 100 ? ImGui::CalcTextSize(text.c_str()).x
                      : percent == 0 ? 0.0F
                                     : 0.5F * ImGui::CalcTextSize(text.c_str()).x;
    list.AddText({std::round(at(percent / 100.0) - end), top + 1.2F * unit}, kLine, text.c_str());
  }
}

}  // namespace particles
