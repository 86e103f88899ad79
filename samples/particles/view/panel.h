#pragma once
#include <optional>
#include <string>
#include <vector>

#include "view/frame.h"

namespace particles {

struct ViewSettings {
  const SceneEntry* scene = nullptr;  // never null once the window is open
  uint32_t count = 1;
  bool sorting = true;
  uint32_t budget = kNoBudget;
  vksort::Algorithm algorithm = vksort::Algorithm::automatic;
  bool paused = false;
  bool vsync = true;
  Shown shown = Shown::picture;
  float divider = 0.5F;  // share of the width
  bool panel = true;
  bool help = false;
  bool drags_divider = false;

  // Actions, which are reset when they are performed:
  uint32_t step = 0;  // simulation steps
  bool restart = false;
  bool reset_camera = false;
  bool screenshot = false;
  bool close = false;
};

struct KeyBinding {
  int key;  // GLFW_KEY_*
  const char* name;
  const char* action;
  void (*press)(ViewSettings& settings);
  bool repeats = false;
};
std::span<const KeyBinding> keyBindings();

// Returns true if the mouse was used, except for a control. Must be called between Overlay::begin() and end().
bool followMouse(ViewSettings& settings, Camera& camera);

// Times are in ms, the latest last.
struct Facts {
  std::string device;
  std::string note;
  uint32_t most = 1;
  const SceneEntry* of_file = nullptr;  // the scene of the file, whose count is fixed
  std::vector<float> frame_ms;
  std::vector<float> sort_ms;  // GPU times; empty without timestamps
  SortFacts sort{};
};

void keep(std::vector<float>& series, double value);

// Must be called between Overlay::begin() and end().
void drawPanel(ViewSettings& settings, const Facts& facts);
void drawHelp();
void drawDivider(float share);

}  // namespace particles
