// The window under Xvfb: it draws, reacts to keys and mouse, is lost and comes back, and closes, and validation has
// nothing to say.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "drawing.h"
#include "onscreen.h"
#include "viewer.h"

using test::eventually;
using test::Image;
using test::Replaced;
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

// Pixels of the columns from `left` on, up to `right`, that are not the same.
std::size_t differingBetween(const Image& a, const Image& b, uint32_t left, uint32_t right) {
  std::size_t count = 0;
  for (uint32_t y = 0; y < a.height - 40; ++y)  // labels are below
    for (uint32_t x = left; x < right; ++x)
      if (a.at(x, y) != b.at(x, y)) ++count;
  return count;
}

bool isGrey(uint32_t pixel) {
  return (pixel >> 16U & 255U) == (pixel & 255U) && (pixel >> 8U & 255U) == (pixel & 255U);
}

// Both change the picture, and the key R brings back what was there.
void checkCamera(Viewer& viewer, const Image& sorted) {
  for (const bool drags : {true, false}) {
    CAPTURE(drags);
    viewer.move(320, 240);
    if (drags)
      viewer.drag(100, 100, 220, 130);
    else
      viewer.screen().use({"click", "4"});  // the wheel
    CHECK(eventually([&] { return test::differingPixels(viewer.shot(), sorted) > 1000; }));
    viewer.press("r");
    CHECK(viewer.becomes(sorted));
  }
}

// Sizes the window, and waits until the screen shows it.
void resize(Viewer& viewer, uint32_t width, uint32_t height) {
  viewer.screen().use({"windowsize", viewer.window(), std::to_string(width), std::to_string(height)});
  CHECK(eventually([&] {
    const Image screen = viewer.screen().shot();
    return screen.at(width - 10, height - 10) != 0 && screen.at(width + 10, 100) == 0;
  }));
  viewer.width = width;
  viewer.height = height;
}

// A device or a surface that is lost: `name` of devices that are made from here on, which are counted.
struct Loss {
  const char* name;
  VkResult result;
  int first, last;  // calls that fail, counted from 0 over all devices
};

class Lost {
 public:
  explicit Lost(const Loss& loss) : replaced_(vkGetDeviceProcAddr, functionOf) {
    self = this;
    loss_ = loss;
  }
  int devices = 0;

 private:
  bool fails() {
    const int call = calls_++;
    return call >= loss_.first && call <= loss_.last;
  }
  static VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
    if (self->fails()) return self->loss_.result;
    return reinterpret_cast<PFN_vkQueueSubmit>(self->real_)(queue, count, infos, fence);
  }
  // What the presentation waits for is done all the same, as the standard has it.
  static VkResult VKAPI_CALL present(VkQueue queue, const VkPresentInfoKHR* info) {
    const VkResult result = reinterpret_cast<PFN_vkQueuePresentKHR>(self->real_)(queue, info);
    return self->fails() ? self->loss_.result : result;
  }
  static PFN_vkVoidFunction VKAPI_CALL functionOf(VkDevice device, const char* name) {
    const PFN_vkVoidFunction real = self->replaced_.before()(device, name);
    if (std::strcmp(name, self->loss_.name) != 0) return real;
    self->real_ = real;
    ++self->devices;
    return std::strcmp(name, "vkQueueSubmit") == 0 ? reinterpret_cast<PFN_vkVoidFunction>(submit)
                                                   : reinterpret_cast<PFN_vkVoidFunction>(present);
  }

  static inline Lost* self = nullptr;
  Replaced<PFN_vkGetDeviceProcAddr> replaced_;
  Loss loss_{};
  PFN_vkVoidFunction real_ = nullptr;
  int calls_ = 0;
};

// Six frames in a window of this process.
class LostWindow {
 public:
  LostWindow() { screen_.enter(); }

  // The exit code, or 2 with the error in `error`; `devices` that were made.
  int run(const Loss& loss, int& devices, std::string& error) {
    const particles::Display display(true);
    REQUIRE(display.available());
    const gpu::Instance instance({"window", true, display.instanceExtensions()});
    const Lost lost(loss);
    particles::Options options;
    options.count = 500;
    options.frames = 6;
    options.width = options.height = 64;
    options.size_given = true;
    int code = 2;
    error = test::errorOf([&] { code = particles::runWindow(instance, options).value(); });
    devices = lost.devices;
    CHECK(instance.messages().count() == 0);
    return code;
  }

 private:
  test::Screen screen_{100, 100};
};

}  // namespace

TEST_CASE("the_window_draws_reacts_and_closes") {
  // Not the first scene, whose camera is another.
  Viewer viewer({"--count", "1500", "--size", "640x480", "--scene", "glass", "--output", "last.png"});
  REQUIRE(viewer.opens());
  for (const char* key : {"h", "space", "BackSpace"}) viewer.press(key);  // only the picture, and it stands still
  CHECK(viewer.says("control: panel off"));
  CHECK(viewer.says("control: pause on"));
  CHECK(viewer.says("control: restart"));
  const Image sorted = viewer.still();
  REQUIRE(test::distinctColors(sorted) > 1000);
  CHECK(viewer.change("o", "control: sort off"));
  const Image unsorted = viewer.still();
  CHECK(test::differingPixels(sorted, unsorted) > sorted.pixels.size() / 50);
  viewer.press("o");
  CHECK(viewer.becomes(sorted));
  checkCamera(viewer, sorted);

  // A split screen has both pictures, each on its side, wherever the divider is dragged.
  CHECK(viewer.change("c", "control: view split"));
  viewer.drag(320, 100, 160, 100);
  CHECK(viewer.says("control: divider 0.250000"));
  const Image split = viewer.still();
  CHECK(differingBetween(split, sorted, 0, 145) == 0);
  CHECK(differingBetween(split, unsorted, 175, 640) == 0);

  // The error is none while all is sorted.
  CHECK(viewer.change("x", "control: view error"));
  CHECK(std::ranges::all_of(viewer.still().pixels, isGrey));
  CHECK(viewer.change("o", "control: sort off"));
  CHECK_FALSE(std::ranges::all_of(viewer.still().pixels, isGrey));
  CHECK(viewer.change("o", "control: sort on"));
  CHECK(viewer.change("x", "control: view picture"));
  CHECK(viewer.becomes(sorted));

  // Without a place on the screen nothing is drawn; then all is as before.
  viewer.screen().use({"windowunmap", viewer.window()});
  CHECK(viewer.says("control: window hidden"));
  viewer.screen().use({"windowmap", "--sync", viewer.window()});
  CHECK(viewer.says("control: window shown"));
  CHECK(viewer.becomes(sorted));
  viewer.screen().use({"windowfocus", "--sync", viewer.window()});

  viewer.press("F12");
  CHECK(viewer.says("picture: vksort-particles-001.png"));
  CHECK(test::readPng(viewer.directory() / "vksort-particles-001.png") == sorted);
  CHECK(viewer.change("v", "control: vsync off"));
  CHECK(viewer.says("window: 640x480, waits for nothing"));

  resize(viewer, 640, 500);
  resize(viewer, 300, 500);
  const Image small = viewer.still();
  CHECK(test::distinctColors(small) > 500);
  viewer.press("Escape");
  checkEnded(viewer.wait(), 0, "of 1500 shards at 300x500");
  CHECK(test::readPng(viewer.directory() / "last.png") == small);
}

TEST_CASE("a_window_verifies_every_frame_and_forgives_the_unsorted_ones") {
  Viewer viewer({"--verify", "--count", "500", "--size", "400x300"});
  REQUIRE(viewer.opens());
  REQUIRE(viewer.change("o", "control: sort off"));
  CHECK(eventually([&] { return viewer.shown(); }));
  CHECK(viewer.change("o", "control: sort on"));
  CHECK(eventually([&] { return viewer.shown(); }));
  // The last frame of the scene is judged, whatever is shown after it.
  CHECK(viewer.change("n", "control: view steps"));
  CHECK(eventually([&] { return viewer.shown(); }));
  viewer.press("Escape");
  const test::Result result = viewer.wait();
  checkEnded(result, 0, " 0 incomplete, 0 inversions in the last\n");
  CHECK_FALSE(result.prints(" 0 out of order, "));
}

TEST_CASE("controls_are_clicked_and_a_window_that_closes_while_sorting_is_off_fails") {
  Viewer viewer({"--count", "1500", "--size", "640x480", "--scene", "fireworks"});
  REQUIRE(viewer.opens());
  const std::pair<const char*, const char*> chosen[] = {{"algorithm", "bitonic"}, {"scene", "galaxy"}};
  for (const auto& [control, word] : chosen) {
    CAPTURE(control);
    CHECK(viewer.choose(control, word));
    CHECK(viewer.says(std::string("control: ") + control + " " + word));
    CHECK(eventually([&] { return viewer.shown(); }));
  }
  CHECK(viewer.change("o", "control: sort off"));
  CHECK(eventually([&] { return viewer.shown(); }));
  viewer.press("Escape");
  const test::Result result = viewer.wait();
  checkEnded(result, 1, "sort: off\n");
  CHECK(result.prints("order: "));
}

TEST_CASE("a_window_goes_on_where_device_or_surface_were_lost_and_gives_up_where_they_stay_lost") {
  constexpr int kAll = 1 << 30;
  struct Case {
    Loss loss;
    int exit_code, devices;
  };
  const Case cases[] = {{{"vkQueueSubmit", VK_ERROR_DEVICE_LOST, 3, 3}, 0, 2},
                        {{"vkQueuePresentKHR", VK_ERROR_SURFACE_LOST_KHR, 3, 3}, 0, 2},
                        {{"vkQueueSubmit", VK_ERROR_DEVICE_LOST, 0, kAll}, 2, 3},
                        {{"vkQueuePresentKHR", VK_ERROR_SURFACE_LOST_KHR, 2, kAll}, 2, 3}};
  LostWindow window;
  for (const Case& each : cases) {
    CAPTURE(each.loss.name);
    CAPTURE(each.loss.last);
    int devices = 0;
    std::string error;
    CHECK(window.run(each.loss, devices, error) == each.exit_code);
    CHECK(devices == each.devices);
    CHECK(error.find("gave up") == (each.exit_code == 0 ? std::string::npos : 0));
  }
}
