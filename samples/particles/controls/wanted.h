// What is asked for in the window: a plain value that keys and controls change and the loop makes true.
#pragma once
#include <string>
#include <vector>

#include "sort/choice.h"
#include "steps/steps_options.h"

namespace particles {

// What becomes of the order from frame to frame.
enum class Order : uint8_t { off, every_frame, some_frames };

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
  Order order = Order::every_frame;
  uint32_t every = 4;  // frames, with Order::some_frames
  SortChoice sort{};
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
inline constexpr uint32_t kMostEvery = 60;      // of the slider; --sort-every may ask for more

// Whether a frame is sorted, or drawn in the order of the last one that was; its number is counted from 0 since that is
// shown.
bool sortsFrame(const Wanted& wanted, uint32_t frame);

// `wanted` with all numbers in range, `most` elements at most, and where choices do not go together without those that
// stand in the way of its difference to `before`: what was chosen last stays.
Wanted settled(const Wanted& wanted, const Wanted& before, uint32_t most);

// Whether both can be shown by the same stage; and if so by the same graphs.
bool sameStage(const Wanted& a, const Wanted& b);
bool sameGraphs(const Wanted& a, const Wanted& b);

// "order some frames", a line for each that differs but what moves from frame to frame by itself.
std::vector<std::string> changes(const Wanted& before, const Wanted& now);

// Of the window that shows it.
std::string titleOf(const Wanted& wanted);

const char* wordOf(Order order);
const char* wordOf(Shown shown);

}  // namespace particles
