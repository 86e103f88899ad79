// Checks that the window draws, reacts to keys and mouse and closes, without validation messages.
#include <doctest/doctest.h>

#include "image.h"
#include "process.h"
#include "screen.h"

using test::eventually;
using test::pause;
using test::Picture;

namespace {

constexpr std::size_t kLabels = 2000;  // pixels of a label of the split screen
constexpr uint32_t kPanel = 320;       // pixels that the panel covers
constexpr uint32_t kBlack = 0xff000000U;

class Viewer {
 public:
  explicit Viewer(std::vector<std::string> command) {
    command.insert(command.begin(), {"env", "--chdir=" + directory_.path().string(), test::small("vksort-particles"),
                                     "--window", "--validate", "--size", "640x480"});
    process_.emplace(command, screen_.environment);
    REQUIRE(eventually([&] { return !(window = use({"search", "--name", "vksort-particles"})).empty(); }));
    REQUIRE(eventually([&] { return test::distinctColors(shot()) > 500; }));
    use({"windowfocus", "--sync", window});
  }

  // Runs xdotool, and returns its output without the newline.
  std::string use(std::vector<std::string> command) const {
    command.insert(command.begin(), "xdotool");
    const std::string printed = test::runToEnd(command, screen_.environment).output;
    return printed.substr(0, printed.find('\n'));
  }
  void press(const std::string& key) const { use({"key", key}); }
  // Drags slowly enough that each step gets a frame.
  void drag(int x, int y, int to_x, int to_y) const {
    for (const auto& [left, top, button] : {std::tuple{x, y, "mousedown"}, {to_x, to_y, "mouseup"}}) {
      use({"mousemove", std::to_string(left), std::to_string(top)});
      pause(0.5);
      use({button, "1"});
      pause(0.5);
    }
  }
  void resize(uint32_t width, uint32_t height) {
    use({"windowsize", "--sync", window, std::to_string(width_ = width), std::to_string(height_ = height)});
  }

  Picture shot() const { return test::readScreen(screen_.file(), width_, height_); }
  // Returns the window after it stopped changing and differs from `before`, or an empty picture.
  Picture still(const Picture& before = {}) const {
    use({"mousemove", "799", "599"});
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
    use({"mousemove", "799", "599"});
    return eventually([&] { return shot() == picture; }, 20.0);
  }
  bool prints(const std::string& line) const {
    return eventually([&] { return process_->output().find(line) != std::string::npos; });
  }
  Picture file(const char* name) const { return test::readPng(directory_.path() / name); }

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
  std::string window;
  test::Result result;

 private:
  test::TemporaryDirectory directory_;
  test::Screen screen_;
  std::optional<test::Process> process_;
  uint32_t width_ = 640, height_ = 480;
};

bool isBlack(const Picture& picture) {
  return test::distinctColors(picture) == 1 && test::pixelAt(picture, 0, 0) == kBlack;
}

Picture columns(const Picture& of, uint32_t left, uint32_t right) {
  Picture part{right - left, of.height, {}};
  for (uint32_t y = 0; y < of.height; ++y) {
    const auto row = of.rgba.begin() + std::ptrdiff_t{4} * y * of.width;
    part.rgba.insert(part.rgba.end(), row + 4 * left, row + 4 * right);
  }
  return part;
}

}  // namespace

TEST_CASE("the_window_draws_and_reacts_to_input") {
  // The first scene has another camera.
  Viewer viewer({"--count", "1500", "--scene", "glass", "--output", "last.png"});
  for (const char* key : {"h", "space", "BackSpace"}) viewer.press(key);  // shows only a static picture
  const Picture sorted = viewer.still();
  REQUIRE(test::distinctColors(sorted) > 1000);
  // The panel moves the scene to the middle of the free part.
  viewer.press("h");
  const auto moved = [&](uint32_t by) {
    return test::differing(columns(viewer.shot(), kPanel, 640), columns(sorted, kPanel - by, 640 - by), 40);
  };
  CHECK(eventually([&] { return moved(kPanel / 2 - 1) < 1000; }));
  viewer.drag(479, 240, 479, 240);
  viewer.use({"click", "--repeat", "2", "--delay", "130", "1"});  // a double click on the middle changes nothing
  pause(1.0);
  CHECK(moved(kPanel / 2 - 1) < 1000);
  viewer.press("h");
  CHECK(viewer.becomes(sorted));

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
  CHECK(isBlack(exact));
  viewer.press("h");
  CHECK(eventually([&] { return test::differing(viewer.shot(), exact, 40, kPanel) > kLabels; }));  // the legend
  for (const char* key : {"h", "o"}) viewer.press(key);
  CHECK_FALSE(isBlack(viewer.still(exact)));
  for (const char* key : {"o", "x"}) viewer.press(key);
  CHECK(viewer.becomes(sorted));

  // A hidden window must continue unchanged when it is shown again.
  viewer.use({"windowunmap", viewer.window});
  pause(1.0);
  viewer.use({"windowmap", "--sync", viewer.window});
  CHECK(viewer.becomes(sorted));
  viewer.use({"windowfocus", "--sync", viewer.window});
  for (const char* key : {"v", "F12"}) viewer.press(key);
  CHECK(viewer.prints("picture: vksort-particles-001.png\n"));
  CHECK(viewer.file("vksort-particles-001.png") == sorted);

  viewer.resize(300, 500);
  const Picture small = viewer.still(viewer.shot());
  CHECK(test::distinctColors(small) > 500);
  viewer.checkEnds(0, "of 1,500 shards at 300x500");
  CHECK(viewer.result.prints(" per frame: move and keys "));
  CHECK(viewer.file("last.png") == small);
}

TEST_CASE("two_copies_of_a_scene_share_no_memory") {
  Viewer viewer({"--count", "1500", "--scene", "fireworks"});
  for (const char* key : {"c", "x"}) {
    viewer.press(key);
    pause(2.0);
  }
  viewer.checkEnds(0, "order: ");
}

TEST_CASE("controls_change_the_scene_and_an_unsorted_last_frame_fails") {
  Viewer viewer({"--count", "500", "--scene", "glass", "--budget", "100"});
  for (const char* key : {"space", "x", "h"}) viewer.press(key);
  const Picture few = viewer.still();
  CHECK_FALSE(isBlack(few));
  viewer.press("h");
  pause(1.0);
  viewer.drag(250, 149, 304, 149);  // the slider of the budget
  viewer.press("h");
  CHECK(isBlack(viewer.still(few)));
  viewer.press("h");
  // The second row of the panel opens the list of scenes.
  for (const int y : {99, 170}) {
    viewer.drag(200, y, 200, y);
    pause(2.0);
  }
  viewer.press("o");
  pause(2.0);
  viewer.checkEnds(1, "sort: off\n");
  CHECK_FALSE(viewer.result.prints(" shards at "));
}
