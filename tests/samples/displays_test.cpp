// Displays and devices as people have them: screens of other depths under Xvfb; and what the planted layer plays, see
// planted_layer.cpp.
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

// What the viewer prints and draws with these arguments, where the layer plays `plant` unless that is empty.
Drawn drawWith(const std::string& plant, const std::vector<std::string>& arguments, test::Environment environment) {
  const test::TemporaryDirectory directory;
  const std::string output = directory.path() / "last.png";
  std::vector<std::string> command{test::small("vksort-particles"), "--output", output, "--size", "160x90"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  if (!plant.empty()) {
    const test::Environment layer{{"VK_LAYER_PATH", test::sibling("planted")},
                                  {"VK_INSTANCE_LAYERS", "VK_LAYER_VKSORT_planted"},
                                  {"VKSORT_PLANT", plant}};
    environment.insert(environment.end(), layer.begin(), layer.end());
  }
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

TEST_CASE("screens_of_16_24_and_30_bits_show_a_window_or_leave_a_note_and_a_picture") {
  for (const char* depth : {"16", "24", "30"}) {
    CAPTURE(depth);
    const test::Screen screen(depth);
    std::vector<std::string> arguments = kGlass;
    arguments.emplace_back("--validate");
    const Drawn drawn = drawWith("", arguments, screen.environment);
    CHECK(test::distinctColors(drawn.picture) > 500);
    CHECK(drawn.result.prints("validation: 0 messages\n"));
    const bool shown = drawn.result.errors.empty();
    // Mesa of before 2024 shows nothing on screens of 16 bits.
    if (std::string(depth) != "16") CHECK(shown);
    if (!shown) CHECK(drawn.result.errors.ends_with("; drawing offscreen\n"));
  }
}

TEST_CASE("pictures_of_all_formats_of_windows_are_the_same_but_for_rounding") {
  test::onDrawingDevices([&](gpu::Device& device) {
    particles::Sorters sorters(device);
    test::Picture first;
    for (const gpu::PixelFormat& each : gpu::kPixelFormats) {
      CAPTURE(each.format);
      particles::StageInfo info = test::stageOf("glass", 300);
      info.scene.format = each.format;
      particles::Stage stage(sorters, info);
      particles::FrameGraph graph(device, {each.format, test::kExtent}, &stage);
      gpu::FrameQueue queue(device, particles::kFramesInFlight);
      stage.prepare(0, particles::Camera(info.entry->camera), test::kExtent, 1);
      queue.submit(0, [&](VkCommandBuffer cmd) { graph.record(cmd, 0); });
      CHECK(queue.wait(0));
      const test::Picture picture = particles::readPicture(device, graph.image(0), test::kExtent, each.format);
      if (first.rgba.empty()) first = picture;
      CHECK(test::distinctColors(picture) > 200);
      CHECK(test::differing(picture, first, each.bytes == 2 ? 20 : 2) < 20);
    }
  });
}

TEST_CASE("of_two_devices_the_one_that_can_present_is_taken_and_any_if_it_is_asked_for") {
  const test::TemporaryDirectory directory;
  const std::filesystem::path copy = directory.path() / "second.json";
  std::filesystem::copy_file(VKSORT_LAVAPIPE, copy);
  const std::string drivers = VKSORT_LAVAPIPE ":" + copy.string();
  const test::Screen screen;
  test::Environment environment = screen.environment;
  environment.insert(environment.end(), {{"VK_ICD_FILENAMES", drivers}, {"VK_DRIVER_FILES", drivers}});
  const Drawn window = drawWith("two", kGlass, environment);
  CHECK(window.result.errors.empty());
  CHECK(window.result.prints("; planted GPU cannot draw to the display\n"));
  CHECK_FALSE(window.result.prints("device: planted GPU"));
  std::vector<std::string> arguments = kGlass;
  arguments.insert(arguments.end(), {"--device", "planted"});
  const Drawn asked = drawWith("two", arguments, environment);
  CHECK(asked.result.errors.ends_with(
      "planted GPU cannot draw to this display in 8, 10 or 5 bits for each colour; drawing offscreen\n"));
  CHECK(asked.result.prints("device: planted GPU"));
  CHECK(asked.result.prints("; as asked for\n"));
  arguments = kGlass;
  arguments.emplace_back("--offscreen");
  CHECK(drawWith("two", arguments, environment).result.prints("; the best of 2\n"));
}

TEST_CASE("a_window_that_is_hidden_is_drawn_to_once_its_images_come") {
  const test::Screen screen;
  const Drawn drawn = drawWith("hidden", kGlass, screen.environment);
  CHECK(drawn.result.errors.empty());
  CHECK(drawn.result.prints("frames: 3 of 300 shards"));
}

TEST_CASE("more_elements_are_drawn_than_fit_into_1000_workgroups_in_a_row") {
  for (const char* scene : {"smoke", "glass"}) {
    CAPTURE(scene);
    const std::vector<std::string> arguments{"--offscreen", "--scene", scene, "--count", "140000", "--frames", "1"};
    CHECK(drawWith("groups", arguments, {}).picture == drawWith("", arguments, {}).picture);
  }
}
