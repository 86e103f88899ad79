// The window under Xvfb: it draws, reacts to keys and mouse, ends where its device is lost, and closes; and validation
// has nothing to say.
#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>

#include "drawing.h"
#include "options.h"
#include "view/window.h"
#include "viewer.h"

using test::Picture;
using test::Viewer;

namespace {

void checkEnded(const test::Result& result, int exit_code, const std::string& words) {
  CAPTURE(result.output);
  CAPTURE(result.errors);
  CHECK(result.exit_code == exit_code);
  CHECK(result.prints(words));
  CHECK(result.prints("validation: 0 messages\n"));
  CHECK(result.errors.empty());
}

constexpr std::size_t kLabels = 2000;  // pixels of a label of the split screen

// Submissions of devices that are made while it lives fail from the third on.
class Lost {
 public:
  Lost() : replaced_(vkGetDeviceProcAddr, functionOf) { before_ = replaced_.before(); }

 private:
  static VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
    return ++calls_ > 2 ? VK_ERROR_DEVICE_LOST : submit_(queue, count, infos, fence);
  }
  static PFN_vkVoidFunction VKAPI_CALL functionOf(VkDevice device, const char* name) {
    const PFN_vkVoidFunction real = before_(device, name);
    if (std::strcmp(name, "vkQueueSubmit") != 0) return real;
    submit_ = reinterpret_cast<PFN_vkQueueSubmit>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(submit);
  }

  static inline PFN_vkGetDeviceProcAddr before_ = nullptr;
  static inline PFN_vkQueueSubmit submit_ = nullptr;
  static inline int calls_ = 0;
  test::Replaced<PFN_vkGetDeviceProcAddr> replaced_;
};

}  // namespace

TEST_CASE("the_window_draws_reacts_and_closes") {
  // Not the first scene, whose camera is another.
  Viewer viewer({"--count", "1500", "--size", "640x480", "--scene", "glass", "--output", "last.png"});
  REQUIRE(viewer.opens());
  for (const char* key : {"h", "space", "BackSpace"}) viewer.press(key);  // only the picture, and it stands still
  const Picture sorted = viewer.still();
  REQUIRE(test::distinctColors(sorted) > 1000);
  viewer.press("o");
  const Picture unsorted = viewer.stillOther(sorted);
  CHECK(test::differing(sorted, unsorted) > sorted.rgba.size() / 200);
  viewer.press("o");
  CHECK(viewer.becomes(sorted));

  // Mouse and wheel change the picture, and the key R brings back what was there.
  viewer.drag(100, 100, 220, 130);
  CHECK(test::differing(viewer.stillOther(sorted), sorted) > 1000);
  viewer.press("r");
  CHECK(viewer.becomes(sorted));
  viewer.click(320, 240);
  viewer.screen().use({"click", "4"});
  CHECK(test::differing(viewer.stillOther(sorted), sorted) > 1000);
  viewer.press("r");
  CHECK(viewer.becomes(sorted));

  // A split screen has both pictures, each on its side, wherever the divider is dragged.
  viewer.press("c");
  const Picture middle = viewer.stillOther(sorted);
  CHECK(test::differing(middle, sorted, 0, 0, 305) < kLabels);
  viewer.drag(320, 100, 160, 100);
  const Picture split = viewer.stillOther(middle);
  CHECK(test::differing(split, sorted, 0, 0, 145) < kLabels);
  CHECK(test::differing(split, unsorted, 0, 175, 640) < kLabels);

  // The error is none while all is sorted.
  viewer.press("x");
  const Picture exact = viewer.stillOther(split);
  CHECK(test::isGrey(exact));
  viewer.press("o");
  CHECK_FALSE(test::isGrey(viewer.stillOther(exact)));
  for (const char* key : {"o", "x"}) viewer.press(key);
  CHECK(viewer.becomes(sorted));

  // Without a place on the screen nothing is drawn; then all is as before.
  viewer.screen().use({"windowunmap", viewer.window()});
  test::pause(1.0);
  viewer.screen().use({"windowmap", "--sync", viewer.window()});
  CHECK(viewer.becomes(sorted));
  viewer.screen().use({"windowfocus", "--sync", viewer.window()});
  viewer.press("v");  // without waiting for the display
  viewer.press("F12");
  CHECK(viewer.prints("picture: vksort-particles-001.png"));
  CHECK(test::readPng(viewer.directory() / "vksort-particles-001.png") == sorted);

  CHECK(viewer.resize(640, 500));
  CHECK(viewer.resize(300, 500));
  const Picture small = viewer.still();
  CHECK(test::distinctColors(small) > 500);
  viewer.press("Escape");
  checkEnded(viewer.wait(), 0, "of 1500 shards at 300x500");
  CHECK(test::readPng(viewer.directory() / "last.png") == small);
}

TEST_CASE("a_window_verifies_every_frame_and_forgives_the_unsorted_ones") {
  Viewer viewer({"--verify", "--count", "500", "--size", "640x480"});
  REQUIRE(viewer.opens());
  for (const char* key : {"h", "space"}) viewer.press(key);
  const Picture sorted = viewer.still();
  viewer.press("o");
  const Picture unsorted = viewer.stillOther(sorted);
  viewer.press("o");
  CHECK(viewer.becomes(sorted));
  // The last frame of the scene is judged, whatever is shown after it.
  viewer.press("n");
  CHECK(test::differing(viewer.stillOther(sorted), sorted) > 1000);
  viewer.press("Escape");
  const test::Result result = viewer.wait();
  checkEnded(result, 0, " 0 incomplete, 0 inversions in the last\n");
  CHECK_FALSE(result.prints(" 0 out of order, "));
}

TEST_CASE("controls_are_clicked_and_a_window_that_closes_while_sorting_is_off_fails") {
  Viewer viewer({"--count", "1500", "--size", "640x480", "--scene", "fireworks"});
  REQUIRE(viewer.opens());
  viewer.click(200, 99);  // the second row of the panel: the scenes, which open below it
  viewer.click(200, 150);
  viewer.press("o");
  test::pause(2.0);
  viewer.press("Escape");
  const test::Result result = viewer.wait();
  checkEnded(result, 1, "sort: off\n");
  CHECK_FALSE(result.prints(" sparks at "));
}

TEST_CASE("a_window_ends_with_an_error_where_the_device_is_lost") {
  const test::Screen screen(100, 100);
  for (const auto& [name, value] : screen.environment()) setenv(name.c_str(), value.c_str(), 1);
  const particles::Display display(true);
  REQUIRE(display.available());
  const gpu::Instance instance({"window", true, display.instanceExtensions()});
  particles::Options options;
  options.count = 500;
  options.frames = 6;
  options.size = VkExtent2D{64, 64};
  CHECK(particles::runWindow(instance, options) == 0);
  const Lost lost;
  CHECK(test::errorOf([&] { particles::runWindow(instance, options); }).ends_with(": VK_ERROR_DEVICE_LOST"));
  CHECK(instance.messages().count() == 0);
}
