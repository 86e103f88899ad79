// Checks screens with other pixel sizes, and windows whose images arrive late (planted_layer.cpp).
#include <doctest/doctest.h>

#include <filesystem>

#include "drawing.h"
#include "image.h"
#include "screen.h"

namespace {

struct Drawn {
  test::Result result;
  test::Picture picture;
};

Drawn drawWith(const std::vector<std::string>& arguments, const test::Environment& environment) {
  const test::TemporaryDirectory directory;
  const std::string output = directory.path() / "last.png";
  std::vector<std::string> command{test::small("vksort-particles"), "--output", output, "--size", "160x90"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Drawn drawn{test::runToEnd(command, environment), {}};
  CAPTURE(drawn.result.output);
  CAPTURE(drawn.result.errors);
  CHECK(drawn.result.exit_code == 0);
  REQUIRE(std::filesystem::exists(output));
  drawn.picture = test::readPng(output);
  return drawn;
}

const std::vector<std::string> kGlass{"--scene", "glass", "--count", "300", "--frames", "3"};

}  // namespace

// If the driver does not support a screen, the viewer prints a note and draws offscreen.
TEST_CASE("screens_with_16_24_and_30_bits_work") {
  for (const char* depth : {"16", "24", "30"}) {
    CAPTURE(depth);
    const test::Screen screen(depth);
    std::vector<std::string> arguments = kGlass;
    arguments.emplace_back("--validate");
    const Drawn drawn = drawWith(arguments, screen.environment);
    CHECK(test::distinctColors(drawn.picture) > 500);
    CHECK(drawn.result.prints("validation: 0 messages\n"));
    const bool shown = drawn.result.errors.empty();
    // Mesa before 2024 shows nothing on 16-bit screens.
    if (std::string(depth) != "16") CHECK(shown);
    if (!shown) CHECK(drawn.result.errors.ends_with("; drawing offscreen\n"));
  }
}

TEST_CASE("pictures_in_all_window_formats_only_differ_by_rounding") {
  test::onDrawingDevices([&](gpu::Device& device) {
    particles::Sorters sorters(device);
    test::Picture first;
    for (const gpu::PixelFormat& each : gpu::kPixelFormats) {
      CAPTURE(each.format);
      particles::SceneInfo info = test::sceneOf("glass", 300);
      info.format = each.format;
      particles::SceneInstance scene(sorters, info);
      particles::FrameGraph graph(device, {each.format, test::kExtent}, &scene);
      gpu::FrameQueue queue(device, particles::kFramesInFlight);
      scene.prepare(0, particles::Camera(info.entry->camera), test::kExtent, 1);
      queue.submit(0, [&](VkCommandBuffer cmd) { graph.record(cmd, 0); });
      CHECK(queue.wait(0));
      const test::Picture picture = particles::readPicture(device, graph.image(0), test::kExtent, each.format);
      if (first.rgba.empty()) first = picture;
      CHECK(test::distinctColors(picture) > 200);
      CHECK(test::differing(picture, first, each.bytes == 2 ? 20 : 2) < 20);
    }
  });
}

TEST_CASE("hidden_windows_are_drawn_after_their_images_arrive") {
  const test::Screen screen;
  test::Environment environment = screen.environment;
  environment.insert(environment.end(),
                     {{"VK_LAYER_PATH", test::sibling("planted")}, {"VK_INSTANCE_LAYERS", "VK_LAYER_VKSORT_planted"}});
  const Drawn drawn = drawWith(kGlass, environment);
  CHECK(drawn.result.errors.empty());
  CHECK(drawn.result.prints("frames: 3 of 300 shards"));
}
