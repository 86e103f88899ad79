// The window under Xvfb: it draws, reacts to keys and mouse, and closes, and validation has nothing to say.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "gpu/select.h"
#include "support/child.h"
#include "support/spoil.h"
#include "viewer.h"
#include "viewer/session.h"

using test::eventually;
using test::Image;
using test::Viewer;

namespace {

const std::vector<std::string> kSmall = {"--count", "1500", "--size", "640x480"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void checkEnded(const test::Result& result, int exit_code, const std::string& words) {
  CAPTURE(result.output);
  CAPTURE(result.errors);
  CHECK(result.exit_code == exit_code);
  CHECK(result.output.find(words) != std::string::npos);
  CHECK(result.output.find("validation: 0 messages\n") != std::string::npos);
  CHECK(result.errors.empty());
}

bool contains(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

// Pixels of the columns from `left` on, up to `right`, that are not the same.
std::size_t differingBetween(const Image& a, const Image& b, uint32_t left, uint32_t right) {
  std::size_t count = 0;
  for (uint32_t y = 0; y < a.height - 40; ++y)  // labels are below
    for (uint32_t x = left; x < right; ++x)
      if (a.at(x, y) != b.at(x, y)) ++count;
  return count;
}

int largestChannel(uint32_t pixel) {
  return static_cast<int>(std::max({pixel >> 16U & 255U, pixel >> 8U & 255U, pixel & 255U}));
}
bool isGrey(uint32_t pixel) {
  return (pixel >> 16U & 255U) == (pixel & 255U) && (pixel >> 8U & 255U) == (pixel & 255U);
}

int distance(uint32_t a, uint32_t b) {
  int most = 0;
  for (const uint32_t shift : {0U, 8U, 16U})
    most = std::max(most, std::abs(static_cast<int>(a >> shift & 255U) - static_cast<int>(b >> shift & 255U)));
  return most;
}

// Grey where two pictures are alike, bright where they are far from each other.
void checkHeat(const Image& heat, const Image& exact, const Image& shown) {
  std::size_t wrong = 0, hot = 0;
  for (std::size_t i = 0; i < heat.pixels.size(); ++i) {
    const int error = distance(exact.pixels[i], shown.pixels[i]);
    if (error == 0 && !isGrey(heat.pixels[i])) ++wrong;
    if (error >= 64 && largestChannel(heat.pixels[i]) < 150) ++wrong;
    hot += error >= 64 ? 1U : 0U;
  }
  CHECK(wrong == 0);
  CHECK(hot > 500);
}

// Each of them changes the picture, and the key R brings back what was there.
void checkCamera(Viewer& viewer, const Image& sorted) {
  const auto changesAndBack = [&](const char* what, auto use) {
    CAPTURE(what);
    use();
    CHECK(eventually([&] { return test::differingPixels(viewer.shot(), sorted) > 1000; }));
    viewer.press("r");
    CHECK(viewer.becomes(sorted));
  };
  const auto drag = [&](int number) {
    viewer.move(100, 100);
    viewer.button("mousedown", number);
    viewer.move(220, 130);
    viewer.button("mouseup", number);
  };
  changesAndBack("drag", [&] { drag(1); });
  changesAndBack("right drag", [&] { drag(3); });
  changesAndBack("wheel", [&] {
    viewer.move(320, 240);
    viewer.button("click", 4);
    viewer.button("click", 4);
  });
  changesAndBack("double click", [&] {
    viewer.move(420, 120);
    viewer.screen().use({"click", "--repeat", "2", "--delay", "60", "1"});
  });
  changesAndBack("W", [&] {
    viewer.screen().use({"keydown", "w"});
    CHECK(eventually([&] { return test::differingPixels(viewer.shot(), sorted) > 1000; }));
    viewer.screen().use({"keyup", "w"});
  });
}

}  // namespace

TEST_CASE("the_window_draws_reacts_and_closes") {
  // Not the first scene, whose camera is another.
  Viewer viewer(with(kSmall, {"--scene", "glass", "--output", "last.png"}));
  REQUIRE(viewer.opens());
  for (const char* key : {"h", "space", "BackSpace"}) viewer.press(key);  // only the picture, and it stands still
  CHECK(viewer.says("control: panel off"));
  CHECK(viewer.says("control: pause on"));
  CHECK(viewer.says("control: restart"));
  const Image sorted = viewer.still();
  REQUIRE(test::distinctColors(sorted) > 1000);
  CHECK(contains(viewer.title(), "glass, sorting on"));
  CHECK(viewer.change("h", "control: panel on"));
  CHECK(eventually([&] { return test::differingPixels(viewer.shot(), sorted) > 1000; }));
  CHECK(viewer.change("h", "control: panel off"));
  CHECK(viewer.becomes(sorted));

  CHECK(viewer.change("o", "control: order off"));
  const Image unsorted = viewer.still();
  CHECK(contains(viewer.title(), "sorting off"));
  CHECK(test::differingPixels(sorted, unsorted) > sorted.pixels.size() / 50);
  viewer.press("o");
  CHECK(viewer.becomes(sorted));

  checkCamera(viewer, sorted);

  // A split screen has both pictures, each on its side, wherever the divider is dragged.
  CHECK(viewer.change("c", "control: view split"));
  const Image split = viewer.still();
  CHECK(differingBetween(split, sorted, 0, 305) == 0);
  CHECK(differingBetween(split, unsorted, 335, 640) == 0);
  viewer.move(320, 100);
  viewer.button("mousedown");
  viewer.move(160, 100);
  viewer.button("mouseup");
  CHECK(viewer.says("control: divider 0.250000"));
  const Image moved = viewer.still();
  CHECK(differingBetween(moved, sorted, 0, 145) == 0);
  CHECK(differingBetween(moved, unsorted, 175, 640) == 0);

  // The error is none while all is sorted, and what both sides differ by where nothing is.
  CHECK(viewer.change("x", "control: view error"));
  CHECK(std::ranges::all_of(viewer.still().pixels, isGrey));
  CHECK(viewer.change("o", "control: order off"));
  checkHeat(viewer.still(), sorted, unsorted);
  CHECK(viewer.change("o", "control: order every frame"));
  CHECK(viewer.change("x", "control: view picture"));
  CHECK(viewer.becomes(sorted));

  // Without a place on the screen nothing is drawn; then all is as before.
  viewer.screen().use({"windowunmap", viewer.window()});
  CHECK(viewer.says("control: window hidden"));
  CHECK(viewer.rests());
  viewer.screen().use({"windowmap", "--sync", viewer.window()});
  CHECK(viewer.says("control: window shown"));
  CHECK(viewer.becomes(sorted));
  viewer.screen().use({"windowfocus", "--sync", viewer.window()});

  viewer.press("F12");
  CHECK(viewer.says("picture: vksort-particles-001.png"));
  CHECK(test::readPng(viewer.directory() / "vksort-particles-001.png") == sorted);

  CHECK(viewer.change("v", "control: vsync off"));
  CHECK(viewer.says("window: 640x480, waits for nothing"));
  CHECK(viewer.change("v", "control: vsync on"));
  CHECK(viewer.says("window: 640x480, waits for the display"));

  // Higher, and then narrower.
  viewer.screen().use({"windowsize", viewer.window(), "640", "500"});
  CHECK(eventually([&] { return viewer.screen().shot().at(630, 490) != 0; }));
  viewer.screen().use({"windowsize", viewer.window(), "300", "500"});
  CHECK(eventually([&] { return viewer.screen().shot().at(400, 100) == 0; }));
  viewer.width = 300;
  viewer.height = 500;
  const Image small = viewer.still();
  CHECK(small.at(290, 490) != 0);
  CHECK(test::distinctColors(small) > 500);
  viewer.press("Escape");
  checkEnded(viewer.wait(), 0, "of 1500 shards at 300x500");
  CHECK(test::readPng(viewer.directory() / "last.png") == small);
}

TEST_CASE("a_window_verifies_every_frame_and_forgives_the_unsorted_ones") {
  Viewer viewer({"--verify", "--count", "500", "--size", "400x300"});
  REQUIRE(viewer.opens());
  // A picture that cannot be saved is a word and no more.
  std::filesystem::create_symlink("missing/picture.png", viewer.directory() / "vksort-particles-001.png");
  viewer.press("F12");
  REQUIRE(viewer.change("o", "control: order off"));
  CHECK(eventually([&] { return viewer.shown(); }));
  CHECK(viewer.change("o", "control: order every frame"));
  CHECK(eventually([&] { return viewer.shown(); }));
  // The last frame of the scene is told, whatever is shown after it.
  CHECK(viewer.change("n", "control: view steps"));
  CHECK(eventually([&] { return viewer.shown(); }));
  viewer.press("Escape");
  const test::Result result = viewer.wait();
  checkEnded(result, 0, " 0 incomplete, 0 inversions in the last\n");
  CHECK_FALSE(contains(result.output, " 0 out of order, "));
  CHECK_FALSE(contains(result.output, "sort: off"));
  CHECK(contains(result.output, "note: --output: "));
}

TEST_CASE("a_window_that_sorts_some_frames_sorts_the_first_one_of_what_it_shows") {
  // The next one would be the thousandth.
  const std::vector<std::string> seldom = with(kSmall, {"--sort-every", "1000"});
  for (const bool restarts : {false, true}) {
    CAPTURE(restarts);
    Viewer viewer(seldom);
    REQUIRE(viewer.opens());
    CHECK(viewer.change("space", "control: pause on"));
    if (restarts) {
      CHECK(viewer.change("BackSpace", "control: restart"));
    } else {
      CHECK(viewer.choose("sort", "off"));
      CHECK(viewer.says("control: order off"));
      CHECK(eventually([&] { return viewer.shown(); }));
      CHECK(viewer.choose("sort", "some frames"));
      CHECK(viewer.says("control: order some frames"));
    }
    CHECK(eventually([&] { return viewer.shown(); }));
    viewer.press("Escape");
    checkEnded(viewer.wait(), 0, "order: 0 inversions in 1500\n");
  }
}

TEST_CASE("a_window_that_sorts_some_frames_sorts_the_nth_again") {
  Viewer viewer({"--sort-every", "4", "--frames", "5", "--count", "1500", "--size", "64x48"});
  checkEnded(viewer.wait(), 0, "order: 0 inversions in 1500\n");
}

TEST_CASE("a_window_that_closes_before_it_drew_leaves_no_picture_and_says_so") {
  const test::Screen screen(100, 100);
  for (const auto& [name, value] : screen.environment()) setenv(name.c_str(), value.c_str(), 1);
  const particles::Display display(true);
  REQUIRE(display.available());
  const gpu::Instance instance({"window", false, display.instanceExtensions()});
  particles::Window window(64, 48);
  const particles::Surface surface(instance, window);
  gpu::DeviceInfo info;
  info.physical = gpu::selectDevice(instance, std::nullopt).handle;
  info.want_swapchain = true;
  const gpu::Device device(instance, info);
  window.close();
  for (const bool asked : {false, true}) {
    particles::Options options;
    options.output = "/none/last.png";
    options.window_output = asked;
    particles::ViewerState state;
    particles::Session session(device, window, surface.get(), options, state);
    session.run();
    if (asked)
      CHECK_THROWS_WITH_AS(session.finish(), "--output: cannot write /none/last.png: nothing was drawn", gpu::Error);
    else
      CHECK(session.finish() == 0);
    CHECK(state.frames == 0);
  }
}

TEST_CASE("a_window_that_closes_while_sorting_is_off_tells_the_order") {
  Viewer viewer(with(kSmall, {"--scene", "fireworks"}));
  REQUIRE(viewer.opens());
  CHECK(viewer.choose("sort", "off"));
  CHECK(viewer.says("control: order off"));
  CHECK(eventually([&] { return viewer.shown(); }));
  viewer.press("Escape");
  const test::Result result = viewer.wait();
  checkEnded(result, 1, "sort: off\n");
  CHECK(contains(result.output, "order: "));
  CHECK_FALSE(contains(result.output, "in a wrong group"));  // drawn as they lie
}

TEST_CASE("a_window_closes_after_the_frames_that_were_asked_for_with_controls_of_any_size") {
  for (const int scale : {1, 2}) {
    Viewer viewer({"--frames", "3", "--scale", std::to_string(scale), "--count", "100", "--size", "640x480"});
    const test::Result result = viewer.wait();
    checkEnded(result, 0, "frames: 3 of 100 particles");
    int x = 0;
    int y = 0;
    const std::size_t at = result.output.rfind("at: sort ");
    REQUIRE(at != std::string::npos);
    REQUIRE(std::sscanf(result.output.c_str() + at, "at: sort %d %d", &x, &y) == 2);
    CHECK(std::abs(x - 204 * scale) < 12 * scale);
    CHECK(y > 150 * scale);
    CHECK(y < 300 * scale);
  }
}

TEST_CASE("a_window_in_which_nothing_moves_draws_a_few_frames_in_a_second") {
  Viewer viewer({"--steps", "bitonic", "--frames", "20", "--size", "200x150"});
  REQUIRE(eventually([&] { return !viewer.running() || contains(viewer.heard(), "at: play "); }));
  const auto start = std::chrono::steady_clock::now();
  checkEnded(viewer.wait(), 0, "frames: 20\n");
  CHECK(std::chrono::steady_clock::now() - start > std::chrono::milliseconds(1500));  // on a slow machine, too
}

TEST_CASE("a_window_of_a_file_shows_all_of_it_and_asks_for_no_count") {
  const test::TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "points.csv";
  test::writeFile(file, "1,2,3\n4,5,6\n-1,0,2\n");
  for (const bool shows : {true, false}) {
    std::vector<std::string> arguments{"--frames", "3", "--size", "400x300", "--scene", "points"};
    arguments.insert(arguments.end(), {shows ? "--points" : "--count", shows ? file.string() : "3"});
    Viewer viewer(arguments);
    const test::Result result = viewer.wait();
    checkEnded(result, 0, "frames: 3 of 3 ");
    CHECK(contains(result.output, "at: scene "));
    CHECK(contains(result.output, "at: count ") == !shows);
  }
}

TEST_CASE("a_window_of_a_software_driver_begins_small_and_says_so") {
  Viewer viewer({"--frames", "2"});
  const test::Result result = viewer.wait();
  checkEnded(result, 0, "frames: 2 of 10000 particles at 960x540");
  CHECK(contains(result.output, "note: no GPU: a smaller window and scene, "));
}

TEST_CASE("a_window_goes_on_where_device_or_surface_were_lost") {
  for (const auto& [variable, words] : {std::pair{"VKSORT_SPOIL_SUBMISSION", "VK_ERROR_DEVICE_LOST"},
                                        std::pair{"VKSORT_SPOIL_SURFACE", "VK_ERROR_SURFACE_LOST_KHR"}}) {
    CAPTURE(variable);
    Viewer viewer({"--frames", "6", "--count", "500", "--size", "64x64"}, test::spoiled(variable, "3"));
    const test::Result result = viewer.wait();
    checkEnded(result, 0, "order: 0 inversions in 500\n");
    CHECK(contains(result.output, "note: began again after: "));
    CHECK(contains(result.output, words));
  }
}

#ifdef NDEBUG  // else the self-test is what loses the device
TEST_CASE("a_window_that_is_lost_again_and_again_ends_with_one_line") {
  // From the beginning, after some frames, and each time when a frame is shown.
  for (const auto& [variable, numbers, words] : {std::tuple{"VKSORT_SPOIL_SUBMISSION", "0-", "VK_ERROR_DEVICE_LOST"},
                                                 {"VKSORT_SPOIL_SUBMISSION", "3-", "VK_ERROR_DEVICE_LOST"},
                                                 {"VKSORT_SPOIL_SURFACE", "2-", "VK_ERROR_SURFACE_LOST_KHR"}}) {
    CAPTURE(variable);
    CAPTURE(numbers);
    Viewer viewer({"--count", "500", "--size", "64x64", "--output", "last.png"}, test::spoiled(variable, numbers));
    const test::Result result = viewer.wait();
    CAPTURE(result.output);
    CAPTURE(result.errors);
    REQUIRE(result.exit_code == 2);
    CHECK(test::lineCount(result.errors) == 1);
    CHECK(result.errors.starts_with("vksort-particles: gave up: device or display were lost 3 times, "));
    CHECK(contains(result.errors, words));
    // It began again twice.
    const std::size_t once = result.output.find("note: began again after: ");
    REQUIRE(once != std::string::npos);
    const std::size_t twice = result.output.find("note: began again after: ", once + 1);
    REQUIRE(twice != std::string::npos);
    CHECK(result.output.find("note: began again after: ", twice + 1) == std::string::npos);
    CHECK_FALSE(std::filesystem::exists(viewer.directory() / "last.png"));
  }
}
#endif
