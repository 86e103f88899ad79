// What is asked for in the window, a plain value that keys and controls change, and one table of what keys do.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "sort/sorters.h"
#include "steps/walk.h"

namespace particles {

// What is on the screen.
enum class Shown : uint8_t {
  picture,
  split,  // the sorted picture on the left of a divider, and the unsorted one on its right
  error,  // how far what is asked for is from the sorted picture
  steps,  // a short list, sorted step by step
};

struct WantedSteps {
  StepsOptions list{steps::Algorithm::bitonic};
  bool playing = false;
  float speed = 1.0F;  // steps per second
};

struct Wanted {
  std::size_t scene = 0;  // in allScenes()
  uint32_t count = 1;
  bool sorting = true;
  Use use = Use::automatic;
  bool measure = false;  // let the GPU look at the order of every frame
  bool paused = false;
  bool vsync = true;
  Shown shown = Shown::picture;
  float divider = 0.5F;  // of the width
  bool panel = true;
  bool help = false;
  WantedSteps steps{};
};

inline constexpr uint32_t kFewestCount = 1000;  // of the slider

// `wanted` with all numbers in range, `most` elements at most, and the algorithm automatic where the scene refuses it.
Wanted settled(const Wanted& wanted, uint32_t most);

// Whether both can be shown by the same stage; and if so by the same graphs.
bool sameStage(const Wanted& a, const Wanted& b);
bool sameGraphs(const Wanted& a, const Wanted& b);

// "sort off", a line for each that differs but what moves from frame to frame by itself.
std::vector<std::string> changes(const Wanted& before, const Wanted& now);

// Of the window that shows it.
std::string titleOf(const Wanted& wanted);

const char* wordOf(Shown shown);

// What keys do: one table for the window and the help on the screen.
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
