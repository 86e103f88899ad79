#include "controls/actions.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>

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
