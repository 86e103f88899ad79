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
  // For windows of this process.
  void enter() const;
  // What is on the screen now.
  Image shot() const;
  // Runs xdotool; returns what it printed, without the newline at the end.
  std::string use(const std::vector<std::string>& arguments) const;

 private:
  TemporaryDirectory directory_;  // where Xvfb keeps its screen
  std::unique_ptr<Process> server_;
  std::string display_;
};

class Viewer {
 public:
  // With --window, --log-controls and --validate, in a directory of its own.
  explicit Viewer(const std::vector<std::string>& arguments);

  // Waits for a picture. False if the program ended before.
  bool opens();
  bool running() { return process_.running(); }
  Result wait() { return process_.wait(60.0); }

  void press(const std::string& key) { screen_.use({"key", key}); }
  // The same, once it said that line because of it.
  bool change(const std::string& key, const std::string& line);
  // Drags from one place of the window to another.
  void drag(int x, int y, int to_x, int to_y);
  void move(int x, int y) { screen_.use({"mousemove", std::to_string(x), std::to_string(y)}); }
  // Chooses a word in the control of this name, by clicks where the program says that they are. False if it never does.
  bool choose(const std::string& control, const std::string& word);

  // Whether it prints this line, behind what was heard when the last change() began.
  bool says(const std::string& line);

  // Whether the program says that a frame shows all that was changed.
  bool shown() const;
  // The window once it has stopped changing; nothing if it does not.
  Image still();
  // Whether it comes to look like this. The pointer is put beside the window first.
  bool becomes(const Image& image);
  Image shot() const;

  const Screen& screen() const { return screen_; }
  const std::string& window() const { return window_; }
  const std::filesystem::path& directory() const { return directory_.path(); }
  uint32_t width = 640;  // of the window, from its corner on
  uint32_t height = 480;

 private:
  // The last place that the program named for a control, behind so many characters of output.
  bool find(const std::string& control, std::size_t said, int& x, int& y) const;
  bool clickSaid(const std::string& control, std::size_t said);
  void park() { move(799, 599); }

  TemporaryDirectory directory_;
  Screen screen_;
  Process process_;
  std::string window_;
  std::size_t heard_ = 0;
};

}  // namespace test
