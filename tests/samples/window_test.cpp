// Checks that the window draws, reacts to keys and mouse and closes, without validation messages.
#include <doctest/doctest.h>

#include "image.h"
#include "process.h"
#include "screen.h"

using test::eventually;
using test::pause;
using test::Picture;
using test::Process;

namespace {

constexpr std::size_t kLabels = 2000;  // pixels of a label of the split screen

class Viewer {
 public:
  explicit Viewer(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"env", "--chdir=" + directory_.path().string(), test::small("vksort-particles"),
                                     "--window", "--validate"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    process_.emplace(command, screen_.environment);
    const auto opened = [&] { return !(window_ = use({"search", "--name", "vksort-particles"})).empty(); };
    REQUIRE(eventually([&] { return !process_->running() || opened(); }));
    REQUIRE(eventually([&] { return !process_->running() || test::distinctColors(shot()) > 500; }));
    focus();
    park();
  }

  // Runs xdotool, and returns its output without the last newline.
  std::string use(const std::vector<std::string>& arguments) const {
    std::vector<std::string> command{"xdotool"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    std::string printed = test::runToEnd(command, screen_.environment).output;
    while (printed.ends_with("\n")) printed.pop_back();
    return printed;
  }
  void press(const std::string& key) const { use({"key", key}); }
  void focus() const { use({"windowfocus", "--sync", window_}); }
  // Drags slowly enough that each step gets a frame.
  void drag(int x, int y, int to_x, int to_y) const {
    move(x, y);
    use({"mousedown", "1"});
    pause(0.5);
    move(to_x, to_y);
    use({"mouseup", "1"});
  }
  bool resize(uint32_t width, uint32_t height) {
    use({"windowsize", window_, std::to_string(width), std::to_string(height)});
    width_ = width;
    height_ = height;
    return eventually([&] {
      constexpr uint32_t kBlack = 0xff000000U;
      const Picture screen = test::readScreen(screen_.file());
      return test::pixelAt(screen, width - 10, height - 10) != kBlack &&
             test::pixelAt(screen, width + 10, 100) == kBlack;
    });
  }

  Picture shot() const { return test::readScreen(screen_.file(), width_, height_); }
  // Returns the window after it stopped changing and differs from `before`, or an empty picture.
  Picture still(const Picture& before = {}) const {
    park();
    Picture last;
    const bool stopped = eventually([&] {
      const Picture first = shot();
      bool same = first != before;
      // A busy server may need this long to show its input.
      for (int i = 0; i < 3 && same; ++i) {
        pause(0.25);
        same = (last = shot()) == first;
      }
      return same;
    });
    return stopped ? last : Picture{};
  }
  bool becomes(const Picture& picture) const {
    park();
    return eventually([&] { return shot() == picture; }, 20.0);
  }
  bool prints(const std::string& line) const {
    return eventually([&] { return process_->output().find(line + "\n") != std::string::npos; });
  }
  Picture file(const char* name) const { return test::readPng(directory_.path() / name); }
  const std::string& window() const { return window_; }

  void checkEnds(int exit_code, const std::string& words) {
    press("Escape");
    result = process_->wait(60.0);
    CAPTURE(result.output);
    CAPTURE(result.errors);
    CHECK(result.exit_code == exit_code);
    CHECK(result.prints(words));
    CHECK(result.prints("validation: 0 messages\n"));
    CHECK(result.errors.empty());
  }
  test::Result result;

 private:
  void move(int x, int y) const {
    use({"mousemove", std::to_string(x), std::to_string(y)});
    pause(0.5);
  }
  void park() const { use({"mousemove", "799", "599"}); }

  test::TemporaryDirectory directory_;
  test::Screen screen_;
  std::optional<Process> process_;
  std::string window_;
  uint32_t width_ = 640, height_ = 480;
};

}  // namespace

TEST_CASE("the_window_draws_and_reacts_to_input") {
  // The first scene has another camera.
  Viewer viewer({"--count", "1500", "--size", "640x480", "--scene", "glass", "--output", "last.png"});
  for (const char* key : {"h", "space", "BackSpace"}) viewer.press(key);  // shows only a static picture
  const Picture sorted = viewer.still();
  REQUIRE(test::distinctColors(sorted) > 1000);
  viewer.press("o");
  const Picture unsorted = viewer.still(sorted);
  CHECK(test::differing(sorted, unsorted) > sorted.rgba.size() / 200);
  viewer.press("o");
  CHECK(viewer.becomes(sorted));

  // R must undo mouse and wheel.
  for (const bool drags : {true, false}) {
    viewer.drag(100, 100, drags ? 220 : 100, drags ? 130 : 100);
    if (!drags) viewer.use({"click", "4"});
    CHECK(test::differing(viewer.still(sorted), sorted) > 1000);
    viewer.press("r");
    CHECK(viewer.becomes(sorted));
  }

  viewer.press("c");
  const Picture middle = viewer.still(sorted);
  CHECK(test::differing(middle, sorted, 0, 0, 305) < kLabels);
  viewer.drag(320, 100, 160, 100);
  const Picture split = viewer.still(middle);
  CHECK(test::differing(split, sorted, 0, 0, 145) < kLabels);
  CHECK(test::differing(split, unsorted, 0, 175, 640) < kLabels);

  // While everything is sorted, the error is zero.
  viewer.press("x");
  const Picture exact = viewer.still(split);
  CHECK(test::isGrey(exact));
  viewer.press("o");
  CHECK_FALSE(test::isGrey(viewer.still(exact)));
  for (const char* key : {"o", "x"}) viewer.press(key);
  CHECK(viewer.becomes(sorted));

  // A hidden window must continue unchanged when it is shown again.
  viewer.use({"windowunmap", viewer.window()});
  pause(1.0);
  viewer.use({"windowmap", "--sync", viewer.window()});
  CHECK(viewer.becomes(sorted));
  viewer.focus();
  viewer.press("v");
  viewer.press("F12");
  CHECK(viewer.prints("picture: vksort-particles-001.png"));
  CHECK(viewer.file("vksort-particles-001.png") == sorted);

  CHECK(viewer.resize(640, 500));
  CHECK(viewer.resize(300, 500));
  const Picture small = viewer.still();
  CHECK(test::distinctColors(small) > 500);
  viewer.checkEnds(0, "of 1500 shards at 300x500");
  CHECK(viewer.file("last.png") == small);
}

TEST_CASE("the_budget_slider_changes_the_picture_and_the_error") {
  Viewer viewer({"--count", "500", "--size", "640x480", "--scene", "glass", "--budget", "100"});
  for (const char* key : {"space", "x", "h"}) viewer.press(key);
  const Picture few = viewer.still();
  CHECK_FALSE(test::isGrey(few));
  viewer.press("h");
  pause(1.0);
  viewer.drag(250, 149, 304, 149);
  viewer.press("h");
  CHECK(test::isGrey(viewer.still(few)));
  viewer.checkEnds(0, "order: 0 inversions");
  CHECK_FALSE(viewer.result.prints("drawn: the nearest"));
}

TEST_CASE("controls_react_and_an_unsorted_last_frame_fails") {
  Viewer viewer({"--count", "1500", "--size", "640x480", "--scene", "fireworks"});
  // The second row of the panel opens the list of scenes.
  for (const int y : {99, 150}) {
    viewer.drag(200, y, 200, y);
    pause(2.0);
  }
  viewer.press("o");
  pause(2.0);
  viewer.checkEnds(1, "sort: off\n");
  CHECK_FALSE(viewer.result.prints(" sparks at "));
}
