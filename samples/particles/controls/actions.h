// What keys do: one table for the window and the help on the screen.
#pragma once
#include <span>

#include "controls/wanted.h"

namespace particles {

enum class Action : uint8_t {
  sorting,  // off, and on again
  pause,
  single_step,  // of the scene, or of the list that is sorted step by step
  step_back,    // of that list
  restart,      // the scene
  reset_camera,
  split,
  error,
  steps,
  vsync,
  panel,
  help,
  screenshot,
  close,
};

struct KeyBinding {
  int key;           // as GLFW has it
  const char* name;  // of the key
  Action action;
  const char* what;
};
std::span<const KeyBinding> keyBindings();

// The same of the mouse, and of keys that are held: what to do, and what happens.
struct Gesture {
  const char* name;
  const char* what;
};
std::span<const Gesture> gestures();

// What an action does to what is wanted; nothing where it is not about that: single_step, step_back, restart,
// reset_camera, screenshot, close.
Wanted applied(Action action, Wanted wanted);

}  // namespace particles
