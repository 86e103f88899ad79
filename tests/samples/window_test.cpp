// The window under Xvfb: it draws, reacts, and closes, and validation has nothing to say.
#include <doctest/doctest.h>

#include "screen.h"

using test::eventually;
using test::Image;

namespace {

constexpr uint32_t kWidth = 480;
constexpr uint32_t kHeight = 320;

class Viewer {
 public:
  // With --window: it must not draw offscreen instead.
  explicit Viewer(const std::vector<std::string>& arguments)
      : screen_(800, 600), process_(command(arguments), screen_.environment()) {}

  // Waits for the first picture, then makes it stand still: without the overlay's numbers, and paused.
  void settle() {
    const auto found = [&] { return !(window_ = screen_.use({"search", "--name", "vksort-particles"})).empty(); };
    REQUIRE(eventually([&] { return !process_.running() || found(); }));
    REQUIRE(process_.running());
    REQUIRE(eventually([&] { return test::distinctColors(screen_.shot()) > 1000; }));
    with_overlay_ = screen_.shot();
    screen_.use({"windowfocus", window_});
    press("h");
    press("space");
  }
  void press(const std::string& key) { screen_.use({"key", key}); }

  // The screen once it has stopped changing.
  Image still() {
    Image last;
    const bool stopped = eventually([&] {
      const Image before = screen_.shot();
      test::pause(0.6);  // longer than a frame on a busy machine
      last = screen_.shot();
      return before == last;
    });
    CHECK(stopped);
    return last;
  }
  bool becomes(const Image& image) {
    return eventually([&] { return screen_.shot() == image; });
  }
  std::string title() { return screen_.use({"getwindowname", window_}); }

  const test::Screen& screen() const { return screen_; }
  const std::string& window() const { return window_; }
  const Image& withOverlay() const { return with_overlay_; }
  test::Result wait() { return process_.wait(60.0); }

 private:
  static std::vector<std::string> command(const std::vector<std::string>& arguments) {
    std::vector<std::string> all{test::sibling("vksort-particles"),
                                 "--window",
                                 "--validate",
                                 "--count",
                                 "5000",
                                 "--size",
                                 std::to_string(kWidth) + "x" + std::to_string(kHeight)};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
  }

  test::Screen screen_;
  test::Process process_;
  std::string window_;
  Image with_overlay_;
};

void checkEnded(const test::Result& result, int exit_code, const std::string& words) {
  CAPTURE(result.output);
  CAPTURE(result.errors);
  CHECK(result.exit_code == exit_code);
  CHECK(result.output.find(words) != std::string::npos);
  CHECK(result.output.find("validation: 0 messages\n") != std::string::npos);
  CHECK(result.errors.empty());
}

bool contains(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("the_window_draws_reacts_and_closes") {
  Viewer viewer({});
  viewer.settle();
  const Image sorted = viewer.still();
  CHECK(test::distinctColors(sorted) > 1000);
  CHECK(contains(viewer.title(), "sorting on"));
  CHECK(test::differingPixels(sorted, viewer.withOverlay()) > 1000);

  SUBCASE("s_switches_sorting_off_and_on") {
    viewer.press("s");
    CHECK(eventually([&] { return contains(viewer.title(), "sorting off"); }));
    const Image unsorted = viewer.still();
    CHECK(test::differingPixels(sorted, unsorted) > kWidth * kHeight / 50);
    viewer.press("s");
    CHECK(viewer.becomes(sorted));
    viewer.press("Escape");
    checkEnded(viewer.wait(), 0, "order: 0 inversions in 5000\n");
  }
  SUBCASE("closing_while_sorting_is_off_tells_the_order") {
    viewer.press("s");
    CHECK(eventually([&] { return contains(viewer.title(), "sorting off"); }));
    (void)viewer.still();
    viewer.press("q");
    checkEnded(viewer.wait(), 1, "sort: off\n");
  }
  SUBCASE("a_drag_orbits_the_camera") {
    viewer.screen().use({"mousemove", "100", "100", "mousedown", "1"});
    viewer.screen().use({"mousemove", "220", "130", "mouseup", "1"});
    CHECK(eventually([&] { return test::differingPixels(viewer.screen().shot(), sorted) > 1000; }));
    viewer.press("Escape");
    checkEnded(viewer.wait(), 0, "order: 0 inversions in 5000\n");
  }
  SUBCASE("it_follows_the_size_of_the_window") {
    viewer.screen().use({"windowsize", viewer.window(), "700", "500"});
    CHECK(eventually([&] { return viewer.screen().shot().at(690, 490) != 0; }));
    viewer.screen().use({"windowsize", viewer.window(), "300", "200"});
    CHECK(eventually([&] { return viewer.screen().shot().at(400, 100) == 0; }));
    const Image small = viewer.still();
    CHECK(small.at(290, 190) != 0);
    CHECK(test::distinctColors(small) > 500);
    viewer.press("Escape");
    checkEnded(viewer.wait(), 0, "at 300x200");
  }
}

TEST_CASE("a_window_verifies_every_frame_and_forgives_the_unsorted_ones") {
  Viewer viewer({"--verify"});
  viewer.settle();
  const Image sorted = viewer.still();
  viewer.press("s");
  CHECK(eventually([&] { return contains(viewer.title(), "sorting off"); }));
  (void)viewer.still();
  viewer.press("s");
  CHECK(viewer.becomes(sorted));
  viewer.press("Escape");
  checkEnded(viewer.wait(), 0, " 0 incomplete, 0 inversions in the last\n");
}

TEST_CASE("a_window_closes_after_the_frames_that_were_asked_for") {
  Viewer viewer({"--frames", "3"});
  checkEnded(viewer.wait(), 0, "frames: 3 of 5000 particles");
}
