#include "controls/wanted.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <algorithm>
#include <array>

#include "scenes/scenes.h"

namespace particles {
namespace {

constexpr std::array kBindings = {
    KeyBinding{GLFW_KEY_O, "O", Action::sorting, "sort: off, on"},
    KeyBinding{GLFW_KEY_C, "C", Action::split, "split the screen: sorted, not sorted"},
    KeyBinding{GLFW_KEY_X, "X", Action::error, "the error of the picture"},
    KeyBinding{GLFW_KEY_N, "N", Action::steps, "sorting step by step"},
    KeyBinding{GLFW_KEY_SPACE, "Space", Action::pause, "pause, play"},
    KeyBinding{GLFW_KEY_RIGHT, "Right", Action::single_step, "one step"},
    KeyBinding{GLFW_KEY_LEFT, "Left", Action::step_back, "one step back (step by step)"},
    KeyBinding{GLFW_KEY_BACKSPACE, "Backspace", Action::restart, "from the beginning"},
    KeyBinding{GLFW_KEY_R, "R", Action::reset_camera, "camera as at first"},
    KeyBinding{GLFW_KEY_V, "V", Action::vsync, "wait for the display: on, off"},
    KeyBinding{GLFW_KEY_H, "H", Action::panel, "hide the controls, show them"},
    KeyBinding{GLFW_KEY_F1, "F1", Action::help, "these keys"},
    KeyBinding{GLFW_KEY_F12, "F12", Action::screenshot, "save a picture"},
    KeyBinding{GLFW_KEY_ESCAPE, "Esc", Action::close, "close"},
};

constexpr std::array kGestures = {
    Gesture{"drag", "orbit"},
    Gesture{"right drag", "move the scene"},
    Gesture{"wheel", "zoom"},
    Gesture{"double click", "look there"},
    Gesture{"W A S D", "fly; Q down, E up, Shift faster"},
};

Shown toggled(Shown shown, Shown other) { return shown == other ? Shown::picture : other; }

}  // namespace

Wanted settled(const Wanted& wanted, uint32_t most) {
  Wanted result = wanted;
  result.scene = std::min(wanted.scene, allScenes().size() - 1);
  result.count = std::clamp(wanted.count, 1U, std::max(1U, most));
  result.divider = std::clamp(wanted.divider, 0.0F, 1.0F);
  StepsOptions& list = result.steps.list;
  list.elements = std::clamp(list.elements, steps::kFewestElements, steps::kMostElements);
  list.digit_bits = std::clamp(list.digit_bits, 1U, steps::kMostDigitBits);
  result.steps.speed = std::clamp(result.steps.speed, 0.1F, 20.0F);
  if (isRefused(result.use, allScenes()[result.scene].traits)) result.use = Use::automatic;
  return result;
}

bool sameStage(const Wanted& a, const Wanted& b) {
  return a.scene == b.scene && a.count == b.count && a.use == b.use && a.measure == b.measure;
}

bool sameGraphs(const Wanted& a, const Wanted& b) { return a.shown == b.shown && a.sorting == b.sorting; }

std::vector<std::string> changes(const Wanted& before, const Wanted& now) {
  std::vector<std::string> lines;
  const auto compare = [&](const auto& a, const auto& b, const std::string& what, const std::string& value) {
    if (a != b) lines.push_back(what + " " + value);
  };
  const auto onOff = [](bool value) { return std::string(value ? "on" : "off"); };
  const StepsOptions &old_list = before.steps.list, &list = now.steps.list;
  compare(before.scene, now.scene, "scene", allScenes()[now.scene].name);
  compare(before.count, now.count, "count", std::to_string(now.count));
  compare(before.sorting, now.sorting, "sort", onOff(now.sorting));
  compare(before.use, now.use, "algorithm", wordOf(now.use));
  compare(before.measure, now.measure, "measure", onOff(now.measure));
  compare(before.paused, now.paused, "pause", onOff(now.paused));
  compare(before.vsync, now.vsync, "vsync", onOff(now.vsync));
  compare(before.shown, now.shown, "view", wordOf(now.shown));
  compare(before.divider, now.divider, "divider", std::to_string(now.divider));
  compare(before.panel, now.panel, "panel", onOff(now.panel));
  compare(before.help, now.help, "help", onOff(now.help));
  compare(old_list.algorithm, list.algorithm, "steps", steps::name(*list.algorithm));
  compare(old_list.elements, list.elements, "elements", std::to_string(list.elements));
  compare(old_list.digit_bits, list.digit_bits, "digit bits", std::to_string(list.digit_bits));
  compare(before.steps.playing, now.steps.playing, "play", onOff(now.steps.playing));
  return lines;
}

std::string titleOf(const Wanted& wanted) {
  if (wanted.shown == Shown::steps) return "vksort-particles, step by step";
  return std::string("vksort-particles, ") + allScenes()[wanted.scene].name + ", sorting " +
         (wanted.sorting ? "on" : "off");
}

const char* wordOf(Shown shown) {
  constexpr const char* kWords[] = {"picture", "split", "error", "steps"};
  return kWords[static_cast<std::size_t>(shown)];
}

std::span<const KeyBinding> keyBindings() { return kBindings; }

std::span<const Gesture> gestures() { return kGestures; }

Wanted applied(Action action, Wanted wanted) {
  switch (action) {
    case Action::sorting:
      wanted.sorting = !wanted.sorting;
      break;
    case Action::pause:
      if (wanted.shown == Shown::steps)
        wanted.steps.playing = !wanted.steps.playing;
      else
        wanted.paused = !wanted.paused;
      break;
    case Action::split:
      wanted.shown = toggled(wanted.shown, Shown::split);
      break;
    case Action::error:
      wanted.shown = toggled(wanted.shown, Shown::error);
      break;
    case Action::steps:
      wanted.shown = toggled(wanted.shown, Shown::steps);
      break;
    case Action::vsync:
      wanted.vsync = !wanted.vsync;
      break;
    case Action::panel:
      wanted.panel = !wanted.panel;
      break;
    case Action::help:
      wanted.help = !wanted.help;
      break;
    case Action::single_step:
    case Action::step_back:
    case Action::restart:
    case Action::reset_camera:
    case Action::screenshot:
    case Action::close:
      break;
  }
  return wanted;
}

}  // namespace particles
