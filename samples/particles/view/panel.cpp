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

void toggle(Wanted& wanted, Shown shown) { wanted.shown = wanted.shown == shown ? Shown::picture : shown; }

constexpr KeyBinding kBindings[] = {
    {GLFW_KEY_O, "O", "sort: off, on", [](Wanted& w) { w.sorting = !w.sorting; }},
    {GLFW_KEY_C, "C", "split the screen: sorted, not sorted", [](Wanted& w) { toggle(w, Shown::split); }},
    {GLFW_KEY_X, "X", "the error of the picture", [](Wanted& w) { toggle(w, Shown::error); }},
    {GLFW_KEY_N, "N", "sorting step by step", [](Wanted& w) { toggle(w, Shown::steps); }},
    {GLFW_KEY_SPACE, "Space", "pause, play",
     [](Wanted& w) {
       bool& moves = w.shown == Shown::steps ? w.playing : w.paused;
       moves = !moves;
     }},
    {GLFW_KEY_RIGHT, "Right", "one step", [](Wanted& w) { ++w.step; }, true},
    {GLFW_KEY_LEFT, "Left", "one step back (step by step)", [](Wanted& w) { --w.step; }, true},
    {GLFW_KEY_BACKSPACE, "Backspace", "from the beginning", [](Wanted& w) { w.restart = true; }},
    {GLFW_KEY_R, "R", "camera as at first", [](Wanted& w) { w.reset_camera = true; }},
    {GLFW_KEY_V, "V", "wait for the display: on, off", [](Wanted& w) { w.vsync = !w.vsync; }},
    {GLFW_KEY_H, "H", "hide the controls, show them", [](Wanted& w) { w.panel = !w.panel; }},
    {GLFW_KEY_F1, "F1", "these keys", [](Wanted& w) { w.help = !w.help; }},
    {GLFW_KEY_F12, "F12", "save a picture", [](Wanted& w) { w.screenshot = true; }},
    {GLFW_KEY_ESCAPE, "Esc", "close", [](Wanted& w) { w.close = true; }},
};

// The same of the mouse, and of keys that are held.
constexpr const char* kGestures[][2] = {{"drag", "orbit"},
                                        {"right drag", "move the scene"},
                                        {"wheel", "zoom"},
                                        {"double click", "look there"},
                                        {"W A S D", "fly; Q down, E up, Shift faster"}};

// The name of a row, and room for its control.
std::string beginRow(const char* name) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(6.6F * ImGui::GetFontSize());
  ImGui::SetNextItemWidth(-1.0F);
  return std::string("##") + name;
}

// One of several words.
template <typename T, typename Word>
void choose(const char* name, T& value, std::span<const T> all, Word word) {
  if (!ImGui::BeginCombo(beginRow(name).c_str(), word(value))) return;
  for (const T& each : all)
    if (ImGui::Selectable(word(each), each == value)) value = each;
  ImGui::EndCombo();
}

void slide(const char* label, uint32_t& value, uint32_t low, uint32_t high, const char* format) {
  ImGui::SliderScalar(label, ImGuiDataType_U32, &value, &low, &high, format, kLogarithmic);
}

void drawChoices(Wanted& wanted, const Facts& facts) {
  constexpr Shown kShown[] = {Shown::picture, Shown::split, Shown::error, Shown::steps};
  constexpr const char* kShownWords[] = {"picture", "split", "error", "steps"};
  constexpr Use kAllUses[] = {Use::automatic, Use::bitonic, Use::radix};
  choose<Shown>("view", wanted.shown, kShown, [&](Shown shown) { return kShownWords[static_cast<int>(shown)]; });
  std::vector<const SceneEntry*> scenes;
  for (const SceneEntry& scene : allScenes()) scenes.push_back(&scene);
  choose<const SceneEntry*>("scene", wanted.scene, scenes, [](const SceneEntry* scene) { return scene->name; });
  const std::string count = beginRow("count");
  if (facts.of_file == wanted.scene)
    ImGui::TextDisabled("%u, all of the file", wanted.count);
  else
    slide(count.c_str(), wanted.count, std::min(kFewestCount, facts.most), facts.most, "%u");
  if (wanted.scene->traits.culled) {
    const std::string budget = beginRow("budget");
    slide(budget.c_str(), wanted.budget, 1, wanted.count, wanted.budget < wanted.count ? "%u" : "all");
    if (wanted.budget >= wanted.count) wanted.budget = kNoBudget;
  }
  choose<Use>("algorithm", wanted.use, kAllUses, [](Use use) { return kUses[static_cast<int>(use)]; });
  ImGui::Checkbox("sort", &wanted.sorting);
  ImGui::SameLine();
  ImGui::Checkbox("vsync", &wanted.vsync);
  ImGui::Checkbox("pause", &wanted.paused);
  ImGui::SameLine();
  if (ImGui::Button("step")) ++wanted.step;
  ImGui::SameLine();
  if (ImGui::Button("restart")) wanted.restart = true;
  ImGui::SameLine();
  if (ImGui::Button("reset camera")) wanted.reset_camera = true;
}

void plot(const char* name, const std::vector<float>& series) {
  if (series.empty()) return;
  char text[64];
  std::snprintf(text, sizeof text, "%s %.2f ms", name, static_cast<double>(series.back()));
  ImGui::PlotLines((std::string("##") + name).c_str(), series.data(), static_cast<int>(series.size()), 0, text, 0.0F,
                   1.15F * *std::ranges::max_element(series),
                   {ImGui::GetContentRegionAvail().x, 3.0F * ImGui::GetFontSize()});
}

void drawFacts(const Wanted& wanted, const Facts& facts) {
  plot("frame", facts.frame_ms);
  if (wanted.sorting) {
    plot("sort", facts.sort_ms);
    ImGui::Text("%s: %u dispatches", facts.sort.used.empty() ? "no sort" : facts.sort.used.c_str(),
                facts.sort.dispatches);
    if (!facts.sort_ms.empty() && facts.sort_ms.back() > 0.0F)
      ImGui::Text("%.1f million keys per second", wanted.count * 1e-3 / static_cast<double>(facts.sort_ms.back()));
  } else {
    ImGui::TextColored(kRed, "not sorted: far ones cover near ones");
  }
}

// A window at a corner that is as high as what is in it.
void beginPanel(const char* name, ImVec2 at, ImVec2 pivot, float width) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

}  // namespace

std::span<const KeyBinding> keyBindings() { return kBindings; }

void play(Wanted& wanted, std::size_t end, double seconds) {
  const auto last = static_cast<double>(end);
  double& at = wanted.list.step;
  if (wanted.step != 0) wanted.playing = false;
  for (; wanted.step > 0; --wanted.step) at = std::floor(at) + 1.0;
  for (; wanted.step < 0; ++wanted.step) at = std::ceil(at) - 1.0;
  if (wanted.playing && at >= last) at = 0.0;  // played once more
  if (wanted.playing) at += seconds * static_cast<double>(wanted.speed);
  at = std::clamp(at, 0.0, last);
  if (at >= last) wanted.playing = false;
}

bool followMouse(Wanted& wanted, Camera& camera) {
  constexpr float kRadiansPerUnit = 0.006F;
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 moved{io.MouseDelta.x, io.MouseDelta.y}, at{io.MousePos.x, io.MousePos.y};
  const glm::vec2 size{io.DisplaySize.x, io.DisplaySize.y};
  const bool busy = moved != glm::vec2{} || ImGui::IsAnyMouseDown() || io.MouseWheel != 0.0F;
  if (!ImGui::IsMouseDown(0)) wanted.drags_divider = false;
  if (io.WantCaptureMouse) return busy;  // what begins on a control is its
  camera.zoom(std::pow(0.9F, io.MouseWheel));
  if (ImGui::IsMouseClicked(0))
    wanted.drags_divider =
        wanted.shown == Shown::split && std::abs(at.x - wanted.divider * size.x) < 0.6F * ImGui::GetFontSize();
  if (wanted.drags_divider)
    wanted.divider = std::clamp(at.x / size.x, 0.0F, 1.0F);
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

void drawPanel(Wanted& wanted, const Facts& facts) {
  const float unit = ImGui::GetFontSize();
  beginPanel("controls", {0.8F * unit, 0.8F * unit}, {0.0F, 0.0F}, 22.0F * unit);
  ImGui::PushTextWrapPos();
  ImGui::TextDisabled("%s", facts.device.c_str());
  ImGui::Text("%.0f frames per second", static_cast<double>(ImGui::GetIO().Framerate));
  ImGui::SameLine();
  ImGui::TextDisabled("F1: keys");
  if (!facts.note.empty()) ImGui::TextColored(kYellow, "%s", facts.note.c_str());
  ImGui::Separator();
  drawChoices(wanted, facts);
  ImGui::Separator();
  drawFacts(wanted, facts);
  ImGui::PopTextWrapPos();
  ImGui::End();
}

void drawStepControls(Wanted& wanted, std::size_t steps) {
  const float unit = ImGui::GetFontSize();
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  beginPanel("steps", {size.x / 2.0F, size.y - 0.8F * unit}, {0.5F, 1.0F}, size.x - 3.0F * unit);
  StepsOptions& list = wanted.list;
  const auto button = [](const char* name) {
    const bool pressed = ImGui::Button(name);
    ImGui::SameLine();
    return pressed;
  };
  if (button("back")) wanted.shown = Shown::picture;
  if (button("<")) --wanted.step;
  if (button(wanted.playing ? "stop" : "play")) wanted.playing = !wanted.playing;
  if (button(">")) ++wanted.step;
  ImGui::SetNextItemWidth(-1.0F);
  const double first = 0.0, last = static_cast<double>(steps);
  ImGui::SliderScalar("##position", ImGuiDataType_Double, &list.step, &first, &last, "step %.2f",
                      ImGuiSliderFlags_AlwaysClamp);
  for (const auto algorithm : {steps::Algorithm::bitonic, steps::Algorithm::radix}) {
    if (ImGui::RadioButton(steps::name(algorithm), list.algorithm == algorithm)) list.algorithm = algorithm;
    ImGui::SameLine();
  }
  ImGui::PushItemWidth(9.5F * unit);
  slide("##elements", list.elements, steps::kFewestElements, steps::kMostElements, "%u elements");
  ImGui::SameLine();
  if (list.algorithm == steps::Algorithm::radix) {
    slide("##digit bits", list.digit_bits, 1, steps::kMostDigitBits, "%u bits per digit");
    ImGui::SameLine();
  }
  ImGui::SliderFloat("##speed", &wanted.speed, 0.1F, 20.0F, "%.1f steps per second", kLogarithmic);
  ImGui::PopItemWidth();
  ImGui::End();
}

void drawHelp() {
  const float unit = ImGui::GetFontSize();
  beginPanel("keys", {ImGui::GetIO().DisplaySize.x - 0.8F * unit, 0.8F * unit}, {1.0F, 0.0F}, 24.0F * unit);
  const auto row = [&](const char* name, const char* what) {
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(7.0F * unit);
    ImGui::TextUnformatted(what);
  };
  for (const auto& [name, what] : kGestures) row(name, what);
  ImGui::Separator();
  for (const KeyBinding& binding : kBindings) row(binding.name, binding.what);
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
