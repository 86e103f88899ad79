#include "controls/panel.h"

#include <imgui.h>
#include <array>
#include <cmath>
#include <cstdio>

#include "controls/rows.h"
#include "scenes/scenes.h"
#include "steps/walk.h"

namespace particles {
namespace {

const ImVec4 kRed{1.0F, 0.45F, 0.35F, 1.0F};
const ImVec4 kGreen{0.45F, 0.86F, 0.55F, 1.0F};

const char* wordOfScene(std::size_t scene) { return allScenes()[scene].name; }

void drawScene(Wanted& wanted, std::vector<Action>& actions, const Facts& facts, Marks& marks) {
  std::vector<std::size_t> scenes;
  while (scenes.size() < allScenes().size()) scenes.push_back(scenes.size());
  rows::choice<std::size_t>(marks, "scene", wanted.scene, scenes, wordOfScene);
  if (facts.of_file) {
    rows::begin("count");
    ImGui::TextDisabled("%u, all of the file", wanted.count);
  } else {
    rows::slider(marks, "count", wanted.count, std::min(kFewestCount, facts.most), facts.most, "%u",
                 ImGuiSliderFlags_Logarithmic);
  }
  rows::check(marks, "pause", wanted.paused);
  const auto action = [&](const char* name, Action what) {
    ImGui::SameLine();
    if (rows::button(marks, name)) actions.push_back(what);
  };
  action("step", Action::single_step);
  action("restart", Action::restart);
  action("reset camera", Action::reset_camera);
}

void drawOrder(Wanted& wanted, Marks& marks) {
  constexpr std::array kUses = {Use::automatic, Use::bitonic, Use::radix};
  rows::choice<Use>(marks, "algorithm", wanted.use, kUses, wordOf);
  rows::check(marks, "sort", wanted.sorting);
  ImGui::SameLine();
  rows::check(marks, "measure order", wanted.measure);
}

constexpr std::array kShown = {Shown::picture, Shown::split, Shown::error, Shown::steps};

void drawView(Wanted& wanted, Marks& marks) {
  rows::choice<Shown>(marks, "view", wanted.shown, kShown, wordOf);
  rows::check(marks, "vsync", wanted.vsync);
}

void plot(const char* name, const Series& series) {
  char text[64];
  const auto last = series.last();
  std::snprintf(text, sizeof text, "%s %.2f ms", name, static_cast<double>(last.value_or(0.0F)));
  ImGui::PlotLines(rows::hidden(name).c_str(),
                   [](void* data, int i) { return static_cast<const Series*>(data)->at(static_cast<std::size_t>(i)); },
                   const_cast<Series*>(&series), static_cast<int>(series.size()), 0, text, 0.0F,
                   1.15F * series.largest(), {ImGui::GetContentRegionAvail().x, 3.0F * ImGui::GetFontSize()});
}

// "12.3 million", and the like.
std::string amount(double value, const char* unit) {
  constexpr std::array kNames = {"", " thousand", " million", " billion"};
  std::size_t name = 0;
  for (; value >= 10000.0 && name + 1 < kNames.size(); ++name) value /= 1000.0;
  char text[48];
  std::snprintf(text, sizeof text, name == 0 ? "%.0f%s %s" : "%.1f%s %s", value, kNames[name], unit);
  return text;
}

void drawOrderShare(const std::optional<Verdict>& verdict) {
  if (!verdict) return;
  const uint32_t pairs = std::max(1U, verdict->drawn.elements) - 1;
  const double share = 100.0 * verdict->drawn.inversions / std::max(1U, pairs);
  const bool complete = verdict->complete(verdict->before.elements);
  ImGui::TextColored(share == 0.0 && complete ? kGreen : kRed, "%.2f %% out of order, %s", share,
                     complete ? "nothing lost" : "ELEMENTS LOST OR ALTERED");
}

void drawFacts(const Wanted& wanted, const Facts& facts) {
  plot("frame", facts.frame_ms);
  if (!wanted.sorting) {
    ImGui::TextColored(kRed, "not sorted: far ones cover near ones");
  } else {
    if (facts.timed) plot("sort", facts.sort_ms);
    ImGui::Text("%s: %u dispatches, keys %s", facts.sort.used.empty() ? "no sort" : facts.sort.used.c_str(),
                facts.sort.dispatches, facts.fused_keys ? "computed in the first" : "from a pass before");
    const std::optional<uint64_t> bytes = facts.sort.bytes_moved;
    ImGui::TextUnformatted(bytes ? amount(static_cast<double>(*bytes), "bytes moved").c_str()
                                 : "bytes moved: the GPU alone knows");
    const float ms = facts.sort_ms.last().value_or(0.0F);
    if (ms > 0.0F)
      ImGui::TextUnformatted(amount(1000.0 * wanted.count / static_cast<double>(ms), "keys per second").c_str());
  }
  drawOrderShare(facts.verdict);
}

// A window at a corner that is as high as what is in it.
void beginPanel(const char* name, ImVec2 at, ImVec2 pivot, float width) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

}  // namespace

void drawPanel(Wanted& wanted, std::vector<Action>& actions, const Facts& facts, Marks& marks) {
  const float unit = ImGui::GetFontSize();
  beginPanel("controls", {0.8F * unit, 0.8F * unit}, {0.0F, 0.0F}, 22.0F * unit);
  ImGui::PushTextWrapPos();
  ImGui::TextDisabled("%s", facts.device.c_str());
  ImGui::Text("%.0f frames per second", facts.fps);
  ImGui::SameLine();
  ImGui::TextDisabled("F1: keys");
  if (!facts.note.empty()) ImGui::TextColored({1.0F, 0.78F, 0.4F, 1.0F}, "%s", facts.note.c_str());
  ImGui::Separator();
  drawView(wanted, marks);
  ImGui::Separator();
  drawScene(wanted, actions, facts, marks);
  ImGui::Separator();
  drawOrder(wanted, marks);
  ImGui::Separator();
  drawFacts(wanted, facts);
  ImGui::PopTextWrapPos();
  marks.window();
  ImGui::End();
}

void drawStepControls(Wanted& wanted, std::vector<Action>& actions, std::size_t steps, Marks& marks) {
  const float unit = ImGui::GetFontSize();
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  beginPanel("steps", {size.x / 2.0F, size.y - 0.8F * unit}, {0.5F, 1.0F}, size.x - 3.0F * unit);
  StepsOptions& list = wanted.steps.list;
  if (rows::button(marks, "back")) wanted.shown = Shown::picture;
  ImGui::SameLine();
  if (rows::button(marks, "<")) actions.push_back(Action::step_back);
  ImGui::SameLine();
  if (rows::button(marks, wanted.steps.playing ? "stop" : "play")) wanted.steps.playing = !wanted.steps.playing;
  ImGui::SameLine();
  if (rows::button(marks, ">")) actions.push_back(Action::single_step);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0F);
  const double first = 0.0, last = static_cast<double>(steps);
  ImGui::SliderScalar("##position", ImGuiDataType_Double, &list.step, &first, &last, "step %.2f",
                      ImGuiSliderFlags_AlwaysClamp);
  marks.item("position");
  const auto algorithm = [&](const char* name, steps::Algorithm value) {
    if (ImGui::RadioButton(name, list.algorithm == value)) list.algorithm = value;
    marks.item(name);
    ImGui::SameLine();
  };
  algorithm("bitonic", steps::Algorithm::bitonic);
  algorithm("radix", steps::Algorithm::radix);
  const auto number = [&](const char* name, uint32_t& value, uint32_t low, uint32_t high, const char* format) {
    ImGui::SetNextItemWidth(9.5F * unit);
    ImGui::SliderScalar(rows::hidden(name).c_str(), ImGuiDataType_U32, &value, &low, &high, format,
                        ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
    marks.item(name);
    ImGui::SameLine();
  };
  number("elements", list.elements, steps::kFewestElements, steps::kMostElements, "%u elements");
  if (list.algorithm == steps::Algorithm::radix)
    number("digit bits", list.digit_bits, 1, steps::kMostDigitBits, "%u bits per digit");
  ImGui::SetNextItemWidth(9.5F * unit);
  ImGui::SliderFloat("##speed", &wanted.steps.speed, 0.1F, 20.0F, "%.1f steps per second",
                     ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  marks.item("speed");
  marks.window();
  ImGui::End();
}

void drawHelp(Wanted& wanted, Marks& marks) {
  const float unit = ImGui::GetFontSize();
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  beginPanel("keys", {size.x - 0.8F * unit, 0.8F * unit}, {1.0F, 0.0F}, 24.0F * unit);
  const auto row = [&](const char* name, const char* what) {
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(7.0F * unit);
    ImGui::TextUnformatted(what);
  };
  for (const Gesture& gesture : gestures()) row(gesture.name, gesture.what);
  ImGui::Separator();
  for (const KeyBinding& binding : keyBindings()) row(binding.name, binding.what);
  ImGui::Separator();
  if (rows::button(marks, "hide keys")) wanted.help = false;
  marks.window();
  ImGui::End();
}

float drawDivider(float share, Marks& marks) {
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
  marks.place("divider", {x, 0.75F * size.y});
  return x;
}

}  // namespace particles
