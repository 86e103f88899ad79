// What is asked for in the window, a plain value that keys and controls change, and the controls, by Dear ImGui.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "steps/walk.h"
#include "view/frame.h"

namespace particles {

struct Wanted {
  const SceneEntry* scene = nullptr;  // never null once there is a window
  uint32_t count = 1;
  bool sorting = true;
  uint32_t budget = kNoBudget;
  Use use = Use::automatic;
  bool paused = false;
  bool vsync = true;
  Shown shown = Shown::picture;
  float divider = 0.5F;  // of the width
  bool panel = true;
  bool help = false;
  StepsOptions list;
  bool drags_divider = false;
  bool playing = false;  // the steps
  float speed = 1.0F;    // steps per second

  // Once each.
  int step = 0;  // of the scene, or of the list, where it may go back
  bool restart = false;
  bool reset_camera = false;
  bool screenshot = false;
  bool close = false;
};

// What a key does, and whether it does so again and again while it is held.
struct KeyBinding {
  int key;           // as GLFW has it
  const char* name;  // of the key
  const char* what;
  void (*press)(Wanted& wanted);
  bool repeats = false;
};
std::span<const KeyBinding> keyBindings();

// Brings the list to the step that is asked for, after so many seconds. `end` is how many steps there are.
void play(Wanted& wanted, std::size_t end, double seconds);

// Does to the camera and the divider what the mouse does, but on controls. True if it does anything. Between
// Overlay::begin() and end().
bool followMouse(Wanted& wanted, Camera& camera);

// What the panel tells of the frames that are drawn. Times in ms, the latest last.
struct Facts {
  std::string device;
  std::string note;                     // what could not be done, or was done for the user; may be empty
  uint32_t most = 1;                    // elements that may be asked for
  const SceneEntry* of_file = nullptr;  // the scene of which all of a file is shown, and no other count
  std::vector<float> frame_ms;          // from one frame to the next
  std::vector<float> sort_ms;           // of the GPU; empty without timestamps
  SortFacts sort{};                     // of one sort
};

void keep(std::vector<float>& series, double value);

// Between Overlay::begin() and end(). They change `wanted` as controls are used.
void drawPanel(Wanted& wanted, const Facts& facts);
void drawHelp();
void drawStepControls(Wanted& wanted, std::size_t steps);
// Below all windows, at a share of the width.
void drawDivider(float share);

}  // namespace particles
