// Checks the defaults: the scene that fits the file, and a number of elements that fits the device.
#include <doctest/doctest.h>

#include "drawing.h"
#include "options.h"
#include "point_files.h"
#include "process.h"
#include "support/child.h"
#include "support/devices.h"
#include "support/physical.h"
#include "view/words.h"

using namespace test::points;
using test::Result;
using test::small;
using test::TemporaryDirectory;

namespace {

Result runSmall(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), small("vksort-particles"));
  return test::runToEnd(arguments);
}

}  // namespace

TEST_CASE("the_file_decides_the_scene") {
  const TemporaryDirectory directory;
  const std::string splats = directory.path() / "a.splat", points = directory.path() / "b.ply";
  const std::string picture = directory.path() / "last.png";
  test::writeFile(splats, splatFile(3));
  test::writeFile(points, plyText("x y z", 4, "0 0 0\n1 0 0\n0 1 0\nnan 0 0\n"));
  const auto draw = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--offscreen", "--frames", "1", "--size", "64x36", "--output", picture});
    return runSmall(arguments);
  };
  const std::tuple<std::vector<std::string>, std::string, const char*> cases[] = {
      {{splats}, splats + ": 3 splats\n", "1 of 3 splats at 64x36"},
      {{points}, points + ": 3 points, no colours: grey; 1 row skipped (NaN)\n", "1 of 3 points at 64x36"},
      {{points, "--first", "2"}, points + ": 2 points (--first 2 of 4)", "1 of 2 points at 64x36"},
      {{points, "--scene", "splats"}, points, "1 of 3 splats at 64x36"}};
  for (const auto& [arguments, file, frames] : cases) {
    const Result result = draw(arguments);
    CHECK(result.prints("file: " + file));
    CHECK(result.prints(std::string("frames: ") + frames));
    CHECK(result.exit_code == 0);
  }
  test::checkRefused(draw({points, "--scene", "smoke"}), "vksort-particles", "--scene splats or points");
}

TEST_CASE("too_many_elements_are_rejected_with_the_maximum") {
  test::onDrawingDevices([](gpu::Device& device) {
    const uint32_t most = particles::maxCountOn(device);
    CHECK(most >= 4U << 20U);
    particles::Options asked, read;
    asked.count = most;
    CHECK(countOf(asked, device) == most);
    asked.count = most + 1;
    CHECK(test::errorOf([&] {
            countOf(asked, device);
          }).starts_with("--count must be at most " + particles::digits(most) + " on "));
    if (most > 8U << 20U) return;
    const auto cloud = std::make_shared<particles::Cloud>();
    cloud->positions.resize(most + 1);
    read.file = "big.ply";
    read.cloud = cloud;
    const std::string error = test::errorOf([&] { countOf(read, device); });
    CHECK(error.starts_with("big.ply has " + particles::digits(most + 1) + " elements"));
    CHECK(error.ends_with("; use --first " + particles::digits(most)));
    cloud->positions.resize(most);
    CHECK(countOf(read, device) == most);
  });
}

TEST_CASE("the_default_count_depends_on_the_device") {
  for (const auto& [type, software] :
       {std::pair{VK_PHYSICAL_DEVICE_TYPE_CPU, true}, {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, false}}) {
    test::PhysicalEdits edits;
    edits.properties = [&wanted = type](VkPhysicalDeviceProperties& properties) { properties.deviceType = wanted; };
    const test::PhysicalScope scope(edits);
    gpu::DeviceInfo info;
    info.physical = test::devices().front().physical.handle;
    const gpu::Device device(test::instance(), info);
    particles::Options options;
    options.scene = particles::findScene("glass");
    CHECK(countOf(options, device) == (software ? options.scene->count : options.scene->gpu_count));
    options.count = 77;
    CHECK(countOf(options, device) == 77);
  }
}
