// The viewer in a window under Xvfb, and hands to use it with.
#pragma once
#include <chrono>
#include <memory>
#include <thread>

#include "image.h"
#include "process.h"

namespace test {

inline void pause(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// Asks `holds` 20 times a second until it is true, for at most `seconds`. False if it never was.
template <typename Condition>
bool eventually(Condition holds, double seconds = 60.0) {
  constexpr double kStep = 0.05;
  for (double waited = 0.0; waited < seconds; waited += kStep) {
    if (holds()) return true;
    pause(kStep);
  }
  return holds();
}

// Xvfb on a free display number. Errors: std::runtime_error when it does not start within 20 seconds.
class Screen {
 public:
  Screen(uint32_t width, uint32_t height);

  // GLFW looks for Wayland too, and finds none.
  Environment environment() const {
    return {{"DISPLAY", display_}, {"WAYLAND_DISPLAY", ""}, {"XDG_RUNTIME_DIR", directory_.path()}};
  }
  // What is on the screen now, from its corner on.
  Picture shot(uint32_t width = ~0U, uint32_t height = ~0U) const;
  // Runs xdotool; returns what it printed, without the newline at the end.
  std::string use(const std::vector<std::string>& arguments) const;

 private:
  TemporaryDirectory directory_;  // where Xvfb keeps its screen
  std::unique_ptr<Process> server_;
  std::string display_;
};

class Viewer {
 public:
  // With --window and --validate, in a directory of its own.
  explicit Viewer(const std::vector<std::string>& arguments);

  // Waits for a picture. False if the program ended before.
  bool opens();
  bool running() { return process_.running(); }
  Result wait() { return process_.wait(60.0); }
  bool prints(const std::string& line) {
    return eventually([&] { return process_.output().find(line + "\n") != std::string::npos; });
  }

  void press(const std::string& key) { screen_.use({"key", key}); }
  // Drags from one place of the window to another, slowly enough for a frame at each.
  void drag(int x, int y, int to_x, int to_y);
  void click(int x, int y);
  // Sizes the window, and waits until the screen shows it.
  bool resize(uint32_t new_width, uint32_t new_height);

  // The window once it has stopped changing; nothing if it does not.
  Picture still();
  // The same, once it looks other than `before`.
  Picture stillOther(const Picture& before);
  // Whether it comes to look like this. The pointer is put beside the window first.
  bool becomes(const Picture& image);
  Picture shot() const { return screen_.shot(width_, height_); }

  const Screen& screen() const { return screen_; }
  const std::string& window() const { return window_; }
  const std::filesystem::path& directory() const { return directory_.path(); }

 private:
  void move(int x, int y) { screen_.use({"mousemove", std::to_string(x), std::to_string(y)}); }
  void park() { move(799, 599); }

  TemporaryDirectory directory_;
  Screen screen_;
  Process process_;
  std::string window_;
  uint32_t width_ = 640;  // of the window, from its corner on
  uint32_t height_ = 480;
};

}  // namespace test
