// Files of points as the program takes them: by their name alone, with what it says of them; and what it tells of
// itself.
#include <doctest/doctest.h>

#include "drawing.h"
#include "image.h"
#include "options.h"
#include "point_files.h"
#include "process.h"
#include "support/child.h"

using namespace test::points;
using test::Result;
using test::small;
using test::TemporaryDirectory;

namespace {

Result runNamed(const std::string& name, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), name);
  return test::runToEnd(arguments);
}

Result runSmall(const std::vector<std::string>& arguments) { return runNamed(small("vksort-particles"), arguments); }

}  // namespace

TEST_CASE("a_file_is_drawn_with_the_scene_that_fits_it") {
  const TemporaryDirectory directory;
  const std::string splats = directory.path() / "a.splat", points = directory.path() / "b.csv";
  const std::string picture = directory.path() / "last.png";
  test::writeFile(splats, splatFile(3));
  test::writeFile(points, "x;y;z\n0;0;0\n1;0;0\n0;1;0\nnan;0;0\n");
  const auto draw = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--offscreen", "--frames", "1", "--size", "64x36", "--output", picture});
    return runSmall(arguments);
  };
  const Result one = draw({splats}), other = draw({points}), first = draw({"--points", points, "--first", "2"});
  CHECK(one.prints("file: " + splats + ": 3 splats\n"));
  CHECK(one.prints("frames: 1 of 3 splats at 64x36"));
  CHECK(other.prints("file: " + points + ": 3 points, no colours: grey; 1 row skipped (NaN)\n"));
  CHECK(other.prints("frames: 1 of 3 points at 64x36"));
  CHECK(first.prints("frames: 1 of 2 points at 64x36"));
  for (const Result& result : {one, other, first}) CHECK(result.exit_code == 0);
  CHECK(draw({points, "--scene", "splats"}).prints("frames: 1 of 3 splats at 64x36"));
  test::checkRefused(draw({points, "--scene", "smoke"}), "vksort-particles", "--scene splats or points");
}

TEST_CASE("pictures_are_png_or_jpeg_by_their_name") {
  const TemporaryDirectory directory;
  const auto draw = [&](const std::string& name) {
    return runSmall({"--offscreen", "--frames", "1", "--count", "500", "--size", "64x36", "--output", name});
  };
  const std::string png = directory.path() / "a.png", jpeg = directory.path() / "a.JPG";
  CHECK(draw(png).exit_code == 0);
  CHECK(draw(jpeg).exit_code == 0);
  CHECK(test::readFile(png).starts_with("\x89PNG"));
  CHECK(test::readFile(jpeg).starts_with("\xff\xd8\xff"));
  const test::Image exact = test::readPng(png), packed = test::readPng(jpeg);  // which reads either
  REQUIRE(packed.width == 64);
  REQUIRE(packed.pixels.size() == exact.pixels.size());
  double difference = 0.0;
  for (std::size_t i = 0; i < exact.pixels.size(); ++i)
    for (const uint32_t shift : {0U, 8U, 16U})
      difference += std::abs(static_cast<double>(exact.pixels[i] >> shift & 255U) -
                             static_cast<double>(packed.pixels[i] >> shift & 255U));
  CHECK(difference / static_cast<double>(3 * exact.pixels.size()) < 6.0);
  for (const char* name : {"a.webp", "a", "a.png.gz"})
    test::checkRefused(draw(directory.path() / name), "vksort-particles",
                       "--output must be a file that ends with .png");
  CHECK(directory.entries() == 2);
}

TEST_CASE("programs_tell_their_version_and_devices") {
  for (const char* name : {"vksort-particles", "vksort-bench"}) {
    CAPTURE(name);
    const Result version = runNamed(small(name), {"--version"}), devices = runNamed(small(name), {"--list-devices"});
    CHECK(version.exit_code == 0);
    CHECK(version.output.starts_with(std::string(name) + " 0."));
    CHECK(test::splitLines(version.output).size() == 1);
    CHECK(devices.exit_code == 0);
    CHECK(devices.output.starts_with("0: "));
    CHECK(devices.prints(", Vulkan 1."));
  }
  test::checkRefused(runNamed(small("vksort-bench"), {"paprr", "--count", "5"}), "vksort-bench",
                     "paprr: is no subcommand; there are sort, paper, tune, breakdown, create");
}

TEST_CASE("more_elements_than_the_device_draws_are_refused_with_how_many_it_does") {
  test::onDrawingDevices([](gpu::Device& device) {
    const uint32_t most = particles::maxCountOn(device);
    CHECK(most >= 4U << 20U);
    particles::Options options;
    options.count = most;
    CHECK(particles::countOf(options, device) == most);
    options.count = most + 1;
    CHECK(test::errorOf([&] {
            countOf(options, device);
          }).starts_with("--count must be at most " + std::to_string(most)));
    if (most > 8U << 20U) return;  // too many to make
    auto cloud = std::make_shared<particles::Cloud>();
    cloud->positions.resize(most + 1);
    options = {};
    options.points = "big.ply";
    options.cloud = cloud;
    const std::string error = test::errorOf([&] { countOf(options, device); });
    CHECK(error.starts_with("big.ply has " + std::to_string(most + 1) + " elements"));
    CHECK(error.ends_with("; --first " + std::to_string(most) + " draws those"));
    cloud->positions.resize(most);
    CHECK(particles::countOf(options, device) == most);
  });
}

namespace {

PFN_vkWaitForFences wait_for_fences = nullptr;
uint32_t timeouts = 0;  // that are left
VKAPI_ATTR VkResult VKAPI_CALL waitLong(VkDevice device, uint32_t count, const VkFence* fences, VkBool32 all,
                                        uint64_t nanoseconds) {
  if (timeouts == 0) return wait_for_fences(device, count, fences, all, nanoseconds);
  --timeouts;
  return VK_TIMEOUT;
}

}  // namespace

TEST_CASE("a_frame_that_takes_long_tells_so") {
  test::onDrawingDevices([](gpu::Device& device) {
    particles::FrameQueue queue(device);
    const test::Replaced<PFN_vkWaitForFences> replaced(device.vk.vkWaitForFences, waitLong);
    wait_for_fences = replaced.before();
    for (const auto& [long_waits, expected] :
         {std::pair{0U, std::vector<uint32_t>{}}, {1U, {2}}, {4U, {2, 4, 8, 16}}}) {
      queue.begin(0);
      queue.submit(0);
      timeouts = long_waits;
      std::vector<uint32_t> told;
      CHECK(queue.wait(0, [&](uint32_t seconds) { told.push_back(seconds); }));
      CHECK(told == expected);
    }
  });
}
