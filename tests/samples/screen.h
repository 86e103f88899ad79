// A display without a screen, and hands to use it with.
#pragma once
#include <memory>

#include "image.h"
#include "process.h"

namespace test {

// Xvfb on a free display number. Errors: std::runtime_error when it does not start within 20 seconds.
class Screen {
 public:
  Screen(uint32_t width, uint32_t height);

  // No Wayland either: GLFW looks for it, and says where it cannot.
  Environment environment() const {
    return {{"DISPLAY", display_}, {"WAYLAND_DISPLAY", ""}, {"XDG_RUNTIME_DIR", directory_.path()}};
  }
  // What is on the screen now.
  Image shot() const;
  // Runs xdotool; returns what it printed, without the newline at the end.
  std::string use(const std::vector<std::string>& arguments) const;

 private:
  TemporaryDirectory directory_;  // where Xvfb keeps its screen
  std::unique_ptr<Process> server_;
  std::string display_;
};

// Asks `holds` 20 times a second until it is true, for at most `seconds`. False if it never was.
template <typename Condition>
bool eventually(Condition holds, double seconds = 60.0);

void pause(double seconds);

template <typename Condition>
bool eventually(Condition holds, double seconds) {
  constexpr double kStep = 0.05;
  for (double waited = 0.0; waited < seconds; waited += kStep) {
    if (holds()) return true;
    pause(kStep);
  }
  return holds();
}

}  // namespace test
