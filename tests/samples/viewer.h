// The viewer in a window under Xvfb, and hands to use it with.
#pragma once
#include "screen.h"

namespace test {

class Viewer {
 public:
  // With --window, so that it does not draw offscreen instead, with --log-controls, under validation, and in a
  // directory of its own.
  explicit Viewer(const std::vector<std::string>& arguments, const Environment& environment = {});

  // Waits for a picture. False if the program ended before.
  bool opens();
  bool running() { return process_.running(); }
  Result wait() { return process_.wait(60.0); }

  void press(const std::string& key) { screen_.use({"key", key}); }
  // The same, once it said that line because of it.
  bool change(const std::string& key, const std::string& line);
  // Moves the pointer to a place of the window; its buttons are 1 (left), 3 (right), 4 and 5 (wheel).
  void move(int x, int y) { screen_.use({"mousemove", std::to_string(x), std::to_string(y)}); }
  void button(const std::string& action, int number = 1) { screen_.use({action, std::to_string(number)}); }
  // Clicks the control of this name, where the program says that it is. False if it never says so.
  // `right`: so many pixels beside its middle.
  bool click(const std::string& control, int right = 0) { return clickSaid(control, 0, right); }
  // Chooses a word in the control of this name.
  bool choose(const std::string& control, const std::string& word) {
    const std::size_t said = process_.output().size();
    return click(control) && clickSaid(control + "/" + word, said);
  }

  // Forgets what the program has printed so far.
  void listen() { heard_ = process_.output().size(); }
  // Whether it prints this line, behind what was forgotten.
  bool says(const std::string& line);
  std::string heard() const { return process_.output().substr(heard_); }

  // Whether the program says that a frame shows all that was changed.
  bool shown() const;
  // Whether there comes a while in which it takes next to no time of a processor.
  bool rests() const;
  // Puts the pointer, which is part of what the screen shows, beside the window.
  void park() { move(799, 599); }
  // The window once it has stopped changing; nothing if it does not.
  Image still();
  // Whether it comes to look like this; either way the pointer is parked.
  bool becomes(const Image& image);
  Image shot() const;
  std::string title() const { return screen_.use({"getwindowname", window_}); }

  const Screen& screen() const { return screen_; }
  const std::string& window() const { return window_; }
  const std::filesystem::path& directory() const { return directory_.path(); }
  uint32_t width = 640;  // of the window, from its corner on
  uint32_t height = 480;

 private:
  // The last place that the program named for a control, behind so many characters of output.
  bool find(const std::string& control, std::size_t said, int& x, int& y) const;
  bool clickSaid(const std::string& control, std::size_t said, int right = 0);

  TemporaryDirectory directory_;
  Screen screen_;
  Process process_;
  std::string window_;
  std::size_t heard_ = 0;
};

}  // namespace test
