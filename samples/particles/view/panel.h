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
  float divider = 0.5F;  // share of the uncovered width
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

// Returns the share of the window's width, from the left, that the panel covers. The scene, the divider and the legend
// use the rest. It is 0 if the panel is hidden or leaves too little. Must be called between Overlay::begin() and end(),
// like the functions below.
float coveredBy(const ViewSettings& settings);
// Returns the position of the divider as a share of the window's width.
inline float dividerAt(const ViewSettings& settings, float covered) {
  return covered + (1.0F - covered) * settings.divider;
}

// Returns true if the mouse was used, except for a control.
bool followMouse(ViewSettings& settings, Camera& camera, float covered);

struct Facts {
  std::string device;
  std::string note;
  uint32_t most = 1;
  const SceneEntry* of_file = nullptr;  // the scene of the file, whose count is fixed
  std::vector<FramePart> times;         // recent medians; empty without timestamps
  uint32_t sorted = 0;                  // keys in the last frame that finished
  SortFacts sort{};
};

void drawPanel(ViewSettings& settings, const Facts& facts);
void drawHelp();
void drawDivider(float at);
// Explains the colours of Shown::error.
void drawLegend(float covered);

}  // namespace particles
